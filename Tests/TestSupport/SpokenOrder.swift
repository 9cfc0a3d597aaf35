public import Foundation

/// Orders that were spoken once and are kept as recordings, so that every run hears the same samples. The value is what
/// is said.
public enum SpokenOrder: String, Sendable {
    case largeIcedLatte = "can i get a large iced latte please"
    case threeMuffins = "i want three blueberry muffins"

    /// The recording: 16 kHz, 16 bits, mono.
    public var url: URL {
        Repository.root.appendingPathComponent(
            "Tests/Recordings/\(rawValue.split(separator: " ").joined(separator: "-")).wav")
    }

    public func samples() throws -> [Int16] {
        let headerBytes = 44
        let bytes = [UInt8](try Data(contentsOf: url).dropFirst(headerBytes))
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    /// From the first loud sample to the last: without the quiet before and behind the words.
    public func speech() throws -> [Int16] {
        let whole = try samples()
        let begin = whole.firstIndex { abs(Int($0)) > 500 } ?? 0,
            end = whole.lastIndex { abs(Int($0)) > 500 } ?? whole.count
        return Array(whole[begin..<end])
    }
}
