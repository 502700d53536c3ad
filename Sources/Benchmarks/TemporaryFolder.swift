import Glibc

/// A folder of its own, to be removed with what is in it.
struct TemporaryFolder {
    let path: String

    init() {
        // mkdtemp puts letters of its own in the place of the six X.
        var template = Array("/tmp/trackmill-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder: \(String(cString: strerror(errno)))") }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() { _ = system("rm -r '\(path)'") }
}
