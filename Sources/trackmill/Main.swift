import Glibc

@main
enum Main {
    static let version = "0.1.0"

    /// Where standard input, output or error is closed, what is opened first would take its place and be written into.
    private static func holdStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // Standard output is opened for reading, so that writing to it fails as it would have; nobody hears of the others.
            _ = open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
        }
    }

    static func main() {
        holdStandardDescriptors()
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(execute(arguments))
    }
}
