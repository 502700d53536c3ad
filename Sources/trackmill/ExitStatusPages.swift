import Pipeline

/// A status that a command ends with, explained.
struct ExitStatusPage {
    let number: Int32
    let meaning: String
    let mend: String

    /// The page of help on it.
    var text: String { "Exit status \(number): \(meaning)\n\nTo mend it: \(mend)\n" }

    static let all: [ExitStatusPage] =
        known.map { status in
            let (meaning, mend) = status.words
            return ExitStatusPage(number: status.rawValue, meaning: meaning, mend: mend)
        } + [
            ExitStatusPage(
                number: 130, meaning: "stopped by Ctrl-C (SIGINT).", mend: "run again to go on; what was written is whole."),
            ExitStatusPage(
                number: 143, meaning: "stopped by SIGTERM, as by systemctl stop or a shutdown.",
                mend: "run again to go on; what was written is whole. In a unit, SuccessExitStatus=143 makes it no failure."),
        ]

    private static let known: [ExitStatus] = [
        .done, .wrongUsage, .damagedInput, .noInput, .unserved, .ourBug, .noResources, .cannotCreate, .inputOutput, .locked,
        .wrongPipeline,
    ]
}

extension ExitStatus {
    /// What it means, and what mends it.
    fileprivate var words: (meaning: String, mend: String) {
        switch self {
        case .done:
            (
                "done.",
                "nothing. A run without dates also ends so when it left a day whose log is gone; it says so, also with --quiet."
            )
        case .wrongUsage:
            (
                "the call is wrong, and nothing was done.",
                "read the sentence; 'trackmill COMMAND --help' says what a command takes."
            )
        case .damagedInput:
            (
                "done, but a file was damaged, a file or folder could not be read, or a day would have shrunk and was left; what could be read was kept. 'status' ends so while that lasts; 'convert' where a line could not be converted.",
                "'trackmill status DB' names the files and days. Fetch a damaged file again and run again; where a day shrank, take what is there now with --day, as the sentence says."
            )
        case .noInput:
            (
                "a log that was wanted is not there: a run found none for its days, a day's log is gone, a 'required' source has none, or a file named in the call is not there; 'explain' found no fix.",
                "bring the log back, mend 'files' of the source (the sentence says what was looked for), or mount the disk; --remove-missing with --day gives up the rows of a lost log."
            )
        default: wordsOfOthers
        }
    }

    private var wordsOfOthers: (meaning: String, mend: String) {
        switch self {
        case .unserved:
            (
                "'geocode' could not be served: a wrong or empty key, or no server that answers. A run never ends so.",
                "set the key's environment variable, see 'url' of the source, and call 'trackmill geocode' again; what is pending stays pending."
            )
        case .ourBug: ("a bug of Trackmill.", "report it with the call, the sentence and 'trackmill --version'.")
        case .noResources:
            (
                "no memory or no file descriptor was left; the sentence names the limit.",
                "raise the limit (ulimit -v, ulimit -n), or give the run less with --memory and --jobs; run again to go on."
            )
        case .cannotCreate:
            (
                "an output cannot be made, or another program's file is in its place.",
                "write elsewhere, make the folder, or give the user the right to write there; run again to go on."
            )
        case .inputOutput:
            (
                "reading or writing failed, as on a full disk or a closed pipe.",
                "make room or mend the disk, then run again to go on."
            )
        case .locked:
            (
                "another run holds the result file, or another process asks with the cache of addresses.",
                "wait for it to end, or end it by the process's id in the sentence, then run again; the next night makes up for it."
            )
        default:
            (
                "the pipeline file is wrong, or the result file belongs to another pipeline, program or version, or has lost bytes.",
                "'trackmill check PIPELINE' says what is wrong, line by line; of a result file the sentence says what to do."
            )
        }
    }
}
