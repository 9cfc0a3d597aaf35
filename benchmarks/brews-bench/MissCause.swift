internal import Foundation

/// Which part of the path an order was lost in.
enum MissCause: String, CaseIterable, Encodable {
    /// Words were heard otherwise, with either graph.
    case acoustic
    /// The model's own graph hears the order from the same sound, the menu's does not.
    case grammar
    /// Every labelled word was heard next to its like, and the order came out otherwise.
    case parser
    /// Nothing that was heard counted as said to the kiosk.
    case dismissed

    /// - Parameters:
    ///   - transcript: what was heard.
    ///   - slots: the labelled words.
    ///   - isHeardOtherwise: whether the other graph hears the order; asked only where it matters.
    init(transcript: String, slots: [String: String], isHeardOtherwise: () async throws -> Bool) async rethrows {
        if transcript.allSatisfy(\.isWhitespace) {
            self = .dismissed
        } else if Self.missing(slots, from: transcript).isEmpty {
            self = .parser
        } else {
            self = try await isHeardOtherwise() ? .grammar : .acoustic
        }
    }

    /// The slots whose words do not stand in a transcript, in the order of their names.
    static func missing(_ slots: [String: String], from transcript: String) -> [String] {
        slots.filter { !" \(transcript) ".contains(" \($0.value) ") }.keys.sorted()
    }
}
