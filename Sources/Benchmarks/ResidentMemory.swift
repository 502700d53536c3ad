import Glibc

/// Bytes of memory by which the process grew at most while it worked; 0 where the kernel does not tell.
func peakBytes(_ work: () -> Void) -> Int {
    giveFreedMemoryBack()
    guard let file = fopen("/proc/self/clear_refs", "w") else { return 0 }
    // 5 sets the peak back to what is resident now.
    fputs("5", file)
    fclose(file)
    let before = residentBytes("VmRSS:")
    work()
    return residentBytes("VmHWM:") - before
}

/// Else freed memory that is used again would not count as growth.
private func giveFreedMemoryBack() {
    // Swift's Glibc module leaves malloc.h out.
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
}

private func residentBytes(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix(name) else { continue }
        return (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
    }
    return 0
}
