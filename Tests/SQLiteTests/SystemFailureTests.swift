import Glibc
import SQLite
import Testing

@Suite struct SystemFailureTests {
    @Test func `what ran out is told with what mends it`() {
        func remedy(_ number: Int32) -> String? { SystemFailure(number).remedy(folder: "out") }
        #expect(remedy(ENOSPC) == "Make room on the disk of out, then run again.")
        #expect(remedy(EDQUOT) == "The quota of the disk of out is used up; make room there, then run again.")
        #expect(remedy(ENOMEM) == "The machine has no memory left; end other programs or give less --memory, then run again.")
        #expect(
            remedy(ENFILE)
                == "The machine has as many files open as it may (fs.file-max); raise that or end other programs, then run again."
        )
        #expect(
            remedy(EMFILE)?.wholeMatch(of: /The limit of open files is [0-9]+ \(ulimit -n\); raise it, then run again\./) != nil)
        #expect(
            remedy(EFBIG)?.wholeMatch(of: /The limit of a file's size is [0-9]+ bytes \(ulimit -f\); raise it, then run again\./)
                != nil)
        #expect(remedy(EACCES) == nil && remedy(0) == nil)
    }

    @Test func `memory and descriptors are no fault of a file`() {
        #expect([EMFILE, ENFILE, ENOMEM].allSatisfy { SystemFailure($0).isOfResources })
        #expect([ENOSPC, EACCES, ENOENT, EIO].allSatisfy { !SystemFailure($0).isOfResources })
        // SQLITE_NOMEM and SQLITE_IOERR_NOMEM (sqlite.org/rescode.html), and SQLITE_CANTOPEN for want of a descriptor.
        #expect(StoreError(code: 7, description: "").isOfResources && StoreError(code: 3082, description: "").isOfResources)
        #expect(StoreError(code: 14, number: EMFILE, description: "").isOfResources)
        #expect(
            !StoreError(code: 14, number: ENOENT, description: "").isOfResources
                && !StoreError(code: 13, description: "").isOfResources)
    }
}
