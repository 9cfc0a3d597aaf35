/// What the bytes of a fuzzer's input stand for.
///
/// The first byte chooses: bits 0 and 3 the menu, bit 1 whether the rest is one utterance (else a turn a line), bit 2
/// whether every utterance is parsed twice. So inputs that begin with `0`, `1`, `8` and `9` are turns at the café, the
/// tea room, the stand and the taqueria; `2` and `3` are one utterance at the café and the tea room; `4` is `0` parsed
/// twice. A turn that begins with `#` is a touch on the screen: `#c` confirms, `#r` rejects, `#x1` takes line 1 away,
/// `#q1 50` sets its quantity.
struct FuzzInput: Equatable, Sendable {
    enum Turn: Equatable, Sendable {
        case says(String)
        case confirms
        case rejects
        case removes(line: Int)
        case sets(line: Int, quantity: Int)
    }

    /// Turns of one session are few; more would only cost time.
    static let mostTurns = 40

    let menu: Int
    let parsesTwice: Bool
    let turns: [Turn]

    /// - Returns: `nil` for no bytes at all.
    init?(_ bytes: some Collection<UInt8>) {
        guard let choice = bytes.first else { return nil }
        menu = Int(choice & 1 | choice >> 2 & 2)
        parsesTwice = choice & 4 != 0
        let rest = bytes.dropFirst()
        if choice & 2 != 0 {
            turns = [.says(String(decoding: rest, as: UTF8.self))]
        } else {
            turns = rest.split(
                separator: UInt8(ascii: "\n"), maxSplits: Self.mostTurns - 1, omittingEmptySubsequences: false
            ).map { Self.turn($0) }
        }
    }

    private static func turn(_ bytes: some Collection<UInt8>) -> Turn {
        guard bytes.first == UInt8(ascii: "#"), let kind = bytes.dropFirst().first else {
            return .says(String(decoding: bytes, as: UTF8.self))
        }
        let arguments = String(decoding: bytes.dropFirst(2), as: UTF8.self).split(separator: " ", maxSplits: 1)
        let line = arguments.first.flatMap { Int($0) } ?? 1
        switch kind {
        case UInt8(ascii: "c"): return .confirms
        case UInt8(ascii: "r"): return .rejects
        case UInt8(ascii: "x"): return .removes(line: line)
        case UInt8(ascii: "q"): return .sets(line: line, quantity: arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
        default: return .says(String(decoding: bytes, as: UTF8.self))
        }
    }
}
