"""What other programs say: promtool of the metrics, shells of the completions, mandoc of the manual page."""

import subprocess
import unittest

from common import Folder, needs, trackmill


class ToolTests(Folder):
    def judged(self, words, text):
        done = subprocess.run(words, input=text, capture_output=True)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, b""), done)

    @needs("promtool")
    def test_promtool_accepts_the_metrics_of_every_run(self):
        for words, status in [
            (["pipeline.yaml"], 0),
            (["pipeline.yaml", "--from", "nonsense"], 64),
            (["none.yaml"], 78),
            (["pipeline.yaml", "--set", "name='a \"b\" \\ c'", "--set", "write.sqlite=b.sqlite"], 0),
        ]:
            with self.subTest(words):
                self.run_it("run", *words, "--metrics", "m.prom", status=status)
                text = (self.folder / "m.prom").read_bytes()
                self.assertGreater(text.count(b"# HELP"), 2)
                self.judged(["promtool", "check", "metrics"], text)

    @needs("bash")
    def test_bash_reads_the_completions(self):
        self.judged(["bash", "-n"], trackmill("completions", "bash", status=0).stdout)

    @needs("zsh")
    def test_zsh_reads_the_completions(self):
        (self.folder / "_trackmill").write_bytes(trackmill("completions", "zsh", status=0).stdout)
        self.judged(["zsh", "-n", str(self.folder / "_trackmill")], b"")
        # As a user has it: a function of fpath that compinit finds.
        script = f"fpath=({self.folder} $fpath); autoload -U compinit; compinit -u -d {self.folder}/dump; echo $_comps[trackmill]"
        done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("_trackmill\n", ""))

    @needs("fish")
    def test_fish_completes(self):
        script = trackmill("completions", "fish", status=0).stdout
        self.judged(["fish", "--no-execute"], script)
        (self.folder / "c.fish").write_bytes(script)
        for line, wanted in [
            ("trackmill dig", "digest"),
            ("trackmill run --metr", "--metrics"),
            ("trackmill run --log j", "json"),
            ("trackmill help find-pl", "find-places"),
        ]:
            done = subprocess.run(
                ["fish", "--no-config", "-c", f"source {self.folder}/c.fish; complete -C '{line}'"], capture_output=True, text=True
            )
            self.assertEqual([entry.split("\t")[0] for entry in done.stdout.splitlines()], [wanted], line)

    @needs("mandoc")
    def test_mandoc_accepts_the_manual_page(self):
        page = trackmill("help", "--man", status=0).stdout
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=page, capture_output=True, text=False)
        # It has no date, so that the same program gives the same page.
        complaints = [line for line in done.stdout.decode().splitlines() if "missing date" not in line]
        self.assertEqual(complaints, [])


if __name__ == "__main__":
    unittest.main()
