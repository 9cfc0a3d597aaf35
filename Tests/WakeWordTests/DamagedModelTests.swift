internal import Speech
internal import TestSupport
import Testing

@testable import WakeWord

/// Damaged model bytes are errors, never traps. (The files are compared with their SHA-256 before; this is the second
/// fence.)
struct DamagedModelTests {
    @Test("A model cut at 22 places is refused")
    func cut() throws {
        let bytes = try Models.bytes()
        for place in [
            0, 1, 2, 3, 10, 24, 40, 60, 100, 500, 1_000, 2_000, 4_000, 5_000, 6_000, 8_000, 20_000, 100_000, 1_000_000,
            4_000_000, bytes.count - 1_000, bytes.count - 1,
        ] {
            #expect(throws: AcousticModelError.self, "cut at \(place)") {
                try AcousticNetwork(Array(bytes.prefix(place)))
            }
        }
    }

    @Test("Bytes changed in the head of a model are refused or give a network, and nothing else")
    func changed() throws {
        let bytes = try Models.bytes()
        var generator = SeededGenerator(seed: 5)
        var refused = 0
        for _ in 0..<16 {
            var damaged = bytes
            let place = Int.random(in: 0..<8_000, using: &generator)
            damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            do { _ = try AcousticNetwork(damaged) } catch { refused += 1 }
        }
        #expect(refused > 4)
    }

    @Test("Counts far too large take no memory")
    func hugeCounts() throws {
        var bytes = Array("\0B<TransitionModel> <Topology> ".utf8)
        bytes += [4, 0xFF, 0xFF, 0xFF, 0x7F]
        #expect(throws: AcousticModelError.self) { try AcousticNetwork(bytes) }
    }

    @Test("A number that is none is refused")
    func notANumber() throws {
        var bytes = try Models.bytes()
        // The smallest number and the span of the first matrix behind the millionth byte.
        let matrix = try #require(bytes[1_000_000...].firstRange(of: Array("CM2 ".utf8)))
        for place in matrix.upperBound..<matrix.upperBound + 8 { bytes[place] = 0xFF }
        #expect(throws: AcousticModelError.self) { try AcousticNetwork(bytes) }
    }

    @Test("Other files are refused", arguments: ["", "RIFF", "\0B<Nnet3> ", "\0B<TransitionModel> <Topology> \u{4}"])
    func otherFiles(text: String) {
        #expect(throws: AcousticModelError.self) { try AcousticNetwork(Array(text.utf8)) }
    }
}
