/// A number with commas between its thousands.
public func grouped(_ number: Int64) -> String {
    var digits = Array(String(number))
    var i = digits.count - 3
    while i > (number < 0 ? 1 : 0) {
        digits.insert(",", at: i)
        i -= 3
    }
    return String(digits)
}
