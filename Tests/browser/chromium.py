"""One real Chromium with the network cut, and a report page in it as a reader has it before them."""

import atexit
import os
import shutil
import time
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

FLAGS = ["--headless=new", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]
NO_NETWORK = ["--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9"]
NO_WEBGL = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-3d-apis", "--disable-webgl", "--disable-webgl2"]
SCREENSHOTS = Path(__file__).resolve().parents[2] / "out" / "screenshots"
SECONDS = 1000.0

# From before the page's first script on: counts what it asks to be called back for; needleDegrees() is the turn of the needle's matrix
# with those of everything that holds it inside the button.
BEFORE_ANY_SCRIPT = """
window.askedCallbacks = 0;
for (const name of ['requestAnimationFrame', 'setTimeout', 'setInterval', 'requestIdleCallback']) {
  const original = window[name];
  window[name] = (...words) => { window.askedCallbacks += 1; return original.apply(window, words); };
}
window.needleDegrees = () => {
  let matrix = new DOMMatrix();
  for (let part = document.querySelector('[data-needle]'); part && part.tagName !== 'BUTTON'; part = part.parentElement) {
    const style = getComputedStyle(part);
    if (style.rotate !== 'none') throw new Error('turned by rotate: ' + style.rotate);
    if (style.transform !== 'none') matrix = new DOMMatrix(style.transform).multiply(matrix);
  }
  return Math.atan2(matrix.b, matrix.a) * 180 / Math.PI;
};
"""


def executable():
    """Where Chromium is, or None."""
    names = [os.environ.get("TRACKMILL_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Chromium:
    """The process; started when it is first needed, once for all tests that want the same flags."""

    playwright = None
    browsers = {}

    @classmethod
    def started(cls, flags=tuple(FLAGS)):
        if cls.playwright is None:
            cls.playwright = sync_playwright().start()
            atexit.register(cls.stop)
        if flags not in cls.browsers:
            cls.browsers[flags] = cls.playwright.chromium.launch(executable_path=executable(), args=[*flags, *NO_NETWORK])
        return cls.browsers[flags]

    @classmethod
    def stop(cls):
        for browser in cls.browsers.values():
            browser.close()
        cls.playwright.stop()


class Report:
    """A page in a window of its own. Controls are found by role and name only, as the program promises them."""

    def __init__(self, path, width=1000, height=760, flags=tuple(FLAGS), wait_for_map=True, seconds_to_wait=30, **context):
        context = {"locale": "en-US", "color_scheme": "light", **context}
        self.context = Chromium.started(flags).new_context(viewport={"width": width, "height": height}, **context)
        self.context.set_default_timeout(20 * SECONDS)
        self.has_script = context.get("java_script_enabled", True)
        if self.has_script:
            self.context.add_init_script(BEFORE_ANY_SCRIPT)
        self.page = self.context.new_page()
        self.errors, self.requests = [], []
        self.page.on("console", lambda message: message.type in ("error", "warning") and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.errors.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(Path(path).resolve().as_uri())
        if wait_for_map:
            self.wait("document.documentElement.classList.contains('has-map') && Boolean(window.trackmill?.map)", seconds=seconds_to_wait)
            self.settle()

    def close(self):
        self.context.close()

    def run(self, script, argument=None):
        """The value of a script in the page."""
        return self.page.evaluate(script, argument)

    def wait(self, condition, argument=None, seconds=20):
        """Waits until a condition, a script, holds in the page."""
        end = time.monotonic() + seconds
        # Asked from outside: what waits inside the page is made by eval, which the page's policy forbids.
        while not self.page.evaluate(condition, argument):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {condition}")
            time.sleep(0.02)

    def settle(self):
        """Waits until the map stands still, and has drawn a frame since."""
        self.wait("!trackmill.map.isMoving()")
        self.run("() => new Promise(done => { trackmill.map.once('render', () => done()); trackmill.map.triggerRepaint(); })")

    def finish_drawing(self):
        """Waits until the map has drawn everything it has."""
        self.settle()
        self.wait("trackmill.map.loaded() && trackmill.map.areTilesLoaded()", seconds=60)

    def outside_requests(self):
        """What was asked for that lies not in the page itself."""
        return [url for url in self.requests if not url.startswith(("blob:", "data:")) and url != self.page.url]

    # Controls, by their names on an English page.

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str), include_hidden=True)

    def slider(self):
        return self.page.get_by_role("slider", name="Time", exact=True)

    def choice(self, name):
        return self.page.get_by_role("combobox", name=name, exact=True)

    def popup(self):
        return self.page.get_by_role("dialog", name="Fix", exact=True)

    def scale(self):
        return self.page.get_by_role("img", name="Scale", exact=True)

    def choose(self, name, value):
        self.choice(name).select_option(value)
        self.settle()

    # The map.

    def view(self):
        return self.run(
            "(({map} = trackmill, middle = map.getCenter()) => ({latitude: middle.lat, longitude: middle.lng, zoom: map.getZoom(),"
            " bearing: map.getBearing(), pitch: map.getPitch()}))()"
        )

    def jump(self, **view):
        """Moves the map at once: center [longitude, latitude], zoom, bearing, pitch."""
        self.run(
            "view => new Promise(done => { const {map} = trackmill; map.once('render', () => done()); map.jumpTo(view);"
            " map.triggerRepaint(); })",
            view,
        )

    def map_box(self):
        return self.run("(({x, y, width, height}) => ({x, y, width, height}))(trackmill.map.getCanvas().getBoundingClientRect())")

    def middle(self):
        box = self.map_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def on_screen(self, longitude, latitude):
        """Where in the window a position lies."""
        box = self.map_box()
        point = self.run("place => { const {x, y} = trackmill.map.project(place); return {x, y}; }", [longitude, latitude])
        return box["x"] + point["x"], box["y"] + point["y"]

    def needle_degrees(self):
        """How far the compass needle is turned, by the matrix that the browser draws it with; degrees clockwise."""
        return self.run("needleDegrees()")

    def is_seen(self, locator):
        """Whether an element is drawn: no part of it or of what holds it hides or is clear."""
        return locator.evaluate("element => element.checkVisibility({opacityProperty: true, visibilityProperty: true})")

    def screenshot(self, name, **options):
        if self.has_script and self.run("Boolean(window.trackmill?.map)"):
            self.finish_drawing()
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / name, **options)


class PageTest(unittest.TestCase):
    """Tests that share a page, which is put back before each; opening one takes a while."""

    report = None

    @classmethod
    def path(cls):
        """The page that the tests share; None where each opens its own."""
        return None

    @classmethod
    def setUpClass(cls):
        if cls.path():
            cls.report = Report(cls.path())
            cls.addClassCleanup(cls.report.close)
            cls.first_view = cls.report.view()

    def setUp(self):
        if not self.report:
            return
        view = self.first_view
        self.report.errors.clear()
        self.report.choice("Device").select_option(index=0)
        self.report.jump(center=[view["longitude"], view["latitude"]], zoom=view["zoom"], bearing=0, pitch=0)
        self.report.run("scrollTo(0, 0)")

    def opened(self, path, **options):
        """A page of this test's own."""
        report = Report(path, **options)
        self.addCleanup(report.close)
        return report


def turn_between(first, second):
    """How far two directions differ, in degrees, the short way."""
    return abs((first - second + 180) % 360 - 180)
