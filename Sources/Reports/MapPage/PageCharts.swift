import Options
import Tracks

/// The small charts of a page, as SVG.
struct PageCharts {
    private let data: PageData

    init(_ data: PageData) { self.data = data }

    /// Both of them; nothing where nothing moved.
    var svg: String {
        let moved = data.scope.deviceDays.contains { ($0.meters ?? 0) > 0 }
        guard moved else { return "" }
        return "<div class=\"charts\">" + distancePerDay + (data.findings.hoursOfWeek.contains { $0 > 0 } ? hoursOfWeek : "")
            + "</div>\n"
    }

    /// Bars: kilometres of all devices of each day.
    private var distancePerDay: String {
        var meters: [Int64: Double] = [:]
        for row in data.scope.deviceDays { meters[row.day, default: 0] += row.meters ?? 0 }
        guard let first = meters.keys.min(), let last = meters.keys.max(), let most = meters.values.max(), most > 0 else {
            return ""
        }
        let width = 700.0 / Double(last - first + 1)
        var bars = ""
        for (day, value) in meters.sorted(by: { $0.key < $1.key }) {
            let height = value / most * 100
            let x = 10 + Double(day - first) * width
            let name = "\(CalendarDay(number: Int32(day))): \(distanceInWords(meters: value))"
            bars +=
                "<rect class=\"bar\" x=\"\(tenths(x))\" y=\"\(tenths(115 - height))\" width=\"\(tenths(max(0.5, width * 0.8)))\" height=\"\(tenths(height))\"><title>\(name)</title></rect>"
        }
        let ends =
            "<text class=\"label\" x=\"10\" y=\"132\">\(CalendarDay(number: Int32(first)))</text><text class=\"label\" x=\"710\" y=\"132\" text-anchor=\"end\">\(CalendarDay(number: Int32(last)))</text>"
        return figure(
            "Distance per day", "0 0 720 140",
            bars + ends + "<text class=\"label\" x=\"10\" y=\"10\">\(distanceInWords(meters: most))</text>")
    }

    /// Squares: how long trips took in each hour of the week.
    private var hoursOfWeek: String {
        let most = Double(data.findings.hoursOfWeek.max() ?? 1)
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        var squares = ""
        for (day, name) in days.enumerated() {
            squares += "<text class=\"label\" x=\"0\" y=\"\(28 + day * 16)\" data-word>\(name)</text>"
            for hour in 0..<24 {
                let value = Double(data.findings.hoursOfWeek[day * 24 + hour])
                let title = "\(name) \(hour):00, \(durationInWords(seconds: value / 1000))"
                let part = value > 0 ? 0.15 + 0.85 * value / most : 0.05
                squares +=
                    "<rect class=\"bar\" x=\"\(40 + hour * 28)\" y=\"\(16 + day * 16)\" width=\"26\" height=\"14\" fill-opacity=\"\(shortText((part * 100).rounded() / 100))\"><title>\(title)</title></rect>"
            }
        }
        let hours = stride(from: 0, to: 24, by: 6).map { "<text class=\"label\" x=\"\(40 + $0 * 28)\" y=\"11\">\($0):00</text>" }
            .joined()
        return figure("Hours of the week in motion", "0 0 720 132", hours + squares)
    }

    private func figure(_ name: String, _ box: String, _ content: String) -> String {
        "<figure class=\"chart\"><figcaption data-word>\(name)</figcaption><svg viewBox=\"\(box)\" role=\"img\" aria-label=\"\(name)\">\(content)</svg></figure>"
    }

    private func tenths(_ value: Double) -> String { shortText((value * 10).rounded() / 10) }
}
