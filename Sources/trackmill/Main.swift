import Glibc

@main
enum Main {
    static let version = "0.1.0"

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(execute(arguments))
    }
}
