/// What was wrong with the bytes of a log; what could be read before it was kept.
struct Damage: Error {
    /// A sentence without the file's name.
    let what: String
    /// Whether the disk is to blame, not the bytes: another time they may be read.
    var isOfDisk = false
    /// Whether nothing is wrong: more was not asked for.
    var isOfLimit = false
    /// The byte of the file, as it lies on disk, at which it broke; nil where that is no one place.
    var offset: Int64?
    /// The byte of its text at which it broke: that of the file, too, where the text lies in the file as it is.
    var textOffset: Int64?
}
