#if canImport(CISAL)
    import CISAL
    import CZlib
    import Glibc

    /// Unpacks a whole gzip file with ISA-L (measured: 640 instructions a row with its check sum, 1,330 with zlib).
    ///
    /// Each block is looked at as zlib would and then unpacked by itself, with what was unpacked before as its dictionary; ISA-L is told that
    /// each is the last one, so that it stops behind it. Whatever is unusual ends it, be it damage or not: who reads then starts anew
    /// with zlib, which says what is wrong, so that words and rows do not show which of them unpacked.
    final class FastUnpacking {
        private enum Place { case member, block, insideBlock, trailer, end }

        private let descriptor: Int32
        private let input: UnsafeMutableBufferPointer<UInt8>
        private let memory: UnsafeMutableRawBufferPointer
        private let state: UnsafeMutablePointer<inflate_state>
        private var place = Place.member
        private var hasReadAll = false
        private var isLastBlock = false
        private var hasFinishedMember = false
        /// What was unpacked last of the member, at most `farthest` bytes.
        private let history: UnsafeMutableRawPointer
        private var historyCount = 0
        /// The check sum of the members before, and that of this one so far.
        private var finishedChecksum: UInt = 0
        private var memberChecksum: UInt32 = 0
        private var memberBytes = 0
        /// Bytes handed out.
        private(set) var count = 0

        private static let farthest = 1 << 15
        /// The history, and the state of ISA-L behind it.
        private static let memories = ReusedMemory(byteCount: farthest + MemoryLayout<inflate_state>.stride)
        /// More than the longest header of a member without names or of a block has.
        private static let lookAhead = 1024

        /// CRC-32 of the bytes unpacked so far.
        var checksum: UInt32 { UInt32(truncatingIfNeeded: crc32_combine(finishedChecksum, UInt(memberChecksum), memberBytes)) }

        /// - Parameters:
        ///   - input: Room for packed bytes, the first of which were read from the descriptor.
        ///   - available: How many.
        /// - Returns: Nil where one cannot go back to the beginning of the file.
        init?(descriptor: Int32, input: UnsafeMutableBufferPointer<UInt8>, available: Int) {
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            self.descriptor = descriptor
            self.input = input
            memory = Self.memories.take()
            guard let start = memory.baseAddress else { return nil }
            history = start
            state = (start + Self.farthest).bindMemory(to: inflate_state.self, capacity: 1)
            isal_inflate_init(state)
            state.pointee.next_in = input.baseAddress
            state.pointee.avail_in = UInt32(available)
        }

        deinit { Self.memories.giveBack(memory) }

        /// Fills a buffer with the next unpacked bytes.
        ///
        /// - Returns: Bytes written; 0 at the end; nil where something is unusual: nothing was written, and nothing can be read any more.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
            guard let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
            var output = Output(start: start, room: buffer.count)
            while output.written < output.room, place != .end {
                guard step(&output) else { return nil }
            }
            take(&output)
            count += output.written
            return output.written
        }

        private struct Output {
            let start: UnsafeMutablePointer<UInt8>
            let room: Int
            var written = 0
            /// Of these, the bytes that `take` has taken.
            var taken = 0
        }

        /// Takes what was written since the last call into check sum and history.
        private func take(_ output: inout Output) {
            let (from, new) = (output.start + output.taken, output.written - output.taken)
            memberChecksum = crc32_gzip_refl(memberChecksum, from, UInt64(new))
            memberBytes += new
            let kept = min(historyCount, max(0, Self.farthest - new))
            if kept < historyCount { memmove(history, history + (historyCount - kept), kept) }
            let added = min(new, Self.farthest)
            memcpy(history + kept, from + (new - added), added)
            historyCount = kept + added
            output.taken = output.written
        }

        /// Goes on by a header, a piece of a block, or a trailer; false where something is unusual.
        private func step(_ output: inout Output) -> Bool {
            switch place {
            case .member: return beginMember()
            case .block:
                take(&output)
                return beginBlock()
            case .insideBlock: return unpack(&output)
            case .trailer:
                take(&output)
                return endMember()
            case .end: return true
            }
        }

        // MARK: Input

        /// Reads more where less than the look-ahead is left.
        private func refill(lookAhead: Int = lookAhead) -> Bool {
            let left = Int(state.pointee.avail_in)
            guard left < lookAhead, !hasReadAll, let start = input.baseAddress else { return true }
            if left > 0 { memmove(start, state.pointee.next_in, left) }
            state.pointee.next_in = start
            var count = Glibc.read(descriptor, start + left, input.count - left)
            while count < 0, errno == EINTR { count = Glibc.read(descriptor, start + left, input.count - left) }
            guard count >= 0 else { return false }
            hasReadAll = count == 0
            state.pointee.avail_in = UInt32(left + count)
            return count == 0 || refill(lookAhead: lookAhead)
        }

        private func skip(_ count: Int) {
            state.pointee.next_in += count
            state.pointee.avail_in -= UInt32(count)
        }

        /// The next whole byte behind bits that ISA-L holds; nil at the end.
        private func nextByte() -> UInt8? {
            if state.pointee.read_in_length >= 8 {
                defer {
                    state.pointee.read_in >>= 8
                    state.pointee.read_in_length -= 8
                }
                return UInt8(truncatingIfNeeded: state.pointee.read_in)
            }
            guard refill(lookAhead: 1), state.pointee.avail_in > 0 else { return nil }
            defer { skip(1) }
            return state.pointee.next_in[0]
        }

        // MARK: Members

        /// Passes over a member's header, or over zeros to the end of the file.
        private func beginMember() -> Bool {
            while let byte = nextByte() {
                if byte != 0 || !hasFinishedMember { return byte == 0x1F && passHeader() }
            }
            place = .end
            return hasReadAll
        }

        /// Passes over the rest of a member's header, behind its first byte: magic 8B, method 8, flags, six bytes, then what flags say.
        private func passHeader() -> Bool {
            func pass(_ count: Int) -> Bool { (0..<count).allSatisfy { _ in nextByte() != nil } }
            func passText() -> Bool {
                while let byte = nextByte() { if byte == 0 { return true } }
                return false
            }
            guard nextByte() == 0x8B, nextByte() == 8, let flags = nextByte(), pass(6) else { return false }
            // A check sum of the header, or flags that nobody knows.
            guard flags & 0b1110_0010 == 0 else { return false }
            if flags & 4 != 0 {
                guard let low = nextByte(), let high = nextByte(), pass(Int(low) | Int(high) << 8) else { return false }
            }
            if flags & 8 != 0 { guard passText() else { return false } }
            if flags & 16 != 0 { guard passText() else { return false } }
            (memberChecksum, memberBytes, historyCount) = (0, 0, 0)
            place = .block
            return true
        }

        /// Holds what was unpacked against the member's check sum and length.
        private func endMember() -> Bool {
            state.pointee.read_in >>= UInt64(state.pointee.read_in_length & 7)
            state.pointee.read_in_length &= ~7
            var trailer: UInt64 = 0
            for i in 0..<8 {
                guard let byte = nextByte() else { return false }
                trailer |= UInt64(byte) << UInt64(8 * i)
            }
            let length = UInt32(truncatingIfNeeded: memberBytes)
            guard trailer == UInt64(memberChecksum) | UInt64(length) << 32 else { return false }
            finishedChecksum = crc32_combine(finishedChecksum, UInt(memberChecksum), memberBytes)
            (memberChecksum, memberBytes) = (0, 0)
            hasFinishedMember = true
            place = .member
            return true
        }

        // MARK: Blocks

        private func beginBlock() -> Bool {
            guard refill(), let next = state.pointee.next_in else { return false }
            let length = state.pointee.read_in_length
            guard (0..<64).contains(length) else { return false }
            var (bits, bitCount) = (state.pointee.read_in & (1 << UInt64(length) - 1), Int(length))
            let header = DeflateBits(bits: bits, count: bitCount, next: next, end: next + Int(state.pointee.avail_in))
            guard hasSoundHeader(header) else { return false }
            if bitCount == 0 {
                (bits, bitCount) = (UInt64(next[0]), 8)
                skip(1)
            }
            isLastBlock = bits & 1 == 1
            isal_inflate_reset(state)
            // The bit that says that a block is the last one.
            state.pointee.read_in = bits | 1
            state.pointee.read_in_length = Int32(bitCount)
            if historyCount > 0 {
                let dictionary = history.assumingMemoryBound(to: UInt8.self)
                guard isal_inflate_set_dict(state, dictionary, UInt32(historyCount)) == 0 else { return false }
            }
            place = .insideBlock
            return true
        }

        private func unpack(_ output: inout Output) -> Bool {
            guard refill(lookAhead: 1) else { return false }
            let hadInput = state.pointee.avail_in > 0
            let before = output.written
            state.pointee.next_out = output.start + before
            state.pointee.avail_out = UInt32(output.room - before)
            guard isal_inflate(state) == ISAL_DECOMP_OK else { return false }
            output.written = output.room - Int(state.pointee.avail_out)
            if state.pointee.block_state == ISAL_BLOCK_FINISH {
                place = isLastBlock ? .trailer : .block
                return true
            }
            // The file ends inside the block.
            return hadInput || output.written > before
        }
    }
#else
    /// ISA-L is not there: zlib unpacks everything.
    final class FastUnpacking {
        let checksum: UInt32 = 0
        let count = 0

        init?(descriptor: Int32, input: UnsafeMutableBufferPointer<UInt8>, available: Int) { return nil }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? { nil }
    }
#endif
