/// What a run means to do with a file.
enum FileState {
    /// To be read, in the order of windows.
    case wanted
    /// Unchanged: read only when a day that it gave rows must be made anew.
    case onDemand
    case reading
    case read
    /// Not for this run: it has not settled, or reaches no day of it.
    case left
    /// It changed while it was read: counts as gone (rule 1.3).
    case gone
    /// It is there and cannot be read: its days may change and are left (rule 4.3).
    case unreadable

    /// Whether the run has read it or can.
    var isReadable: Bool { self == .wanted || self == .onDemand || self == .reading || self == .read }
}
