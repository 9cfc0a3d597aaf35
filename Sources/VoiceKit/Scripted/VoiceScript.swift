public import Foundation

/// What a scripted voice hears, one line a listening.
///
/// Its JSON is a list whose elements are texts, or objects with the keys `text`, `after` and `confidence`:
/// `["Alice", {"text": "forty two", "after": 1.5, "confidence": 0.4}]`.
public struct VoiceScript: Equatable, Sendable {
    /// One thing said.
    public struct Line: Equatable, Sendable {
        /// The words; empty for somebody who says nothing.
        public var text: String
        /// Silence before them.
        public var after: Duration
        /// Confidence of the words, 0…1.
        public var confidence: Double

        /// Creates a line.
        public init(_ text: String, after: Duration = .zero, confidence: Double = 1) {
            self.text = text
            self.after = max(.zero, after)
            self.confidence = min(max(confidence, 0), 1)
        }
    }

    private static let mostLines = 10_000, longestSilence = 3_600.0

    /// The lines in order.
    public var lines: [Line]

    /// Creates a script of lines.
    public init(_ lines: [Line]) { self.lines = lines }

    /// Creates a script of texts.
    public init(_ texts: [String]) { lines = texts.map { Line($0) } }

    /// Decodes a script from a JSON list.
    ///
    /// - Throws: `VoiceKitError.badScript`.
    public init(json: Data) throws(VoiceKitError) {
        let lines: [Element]
        do { lines = try JSONDecoder().decode([Element].self, from: json) } catch {
            throw .badScript("expected a list of texts or of {\"text\": …, \"after\": SECONDS, \"confidence\": N}")
        }
        guard lines.count <= Self.mostLines else { throw .badScript("it has more than \(Self.mostLines) lines") }
        self.lines = lines.map(\.line)
    }

    /// Decodes a script from the base64 of a JSON list, as an environment variable or a launch argument carries it.
    ///
    /// - Throws: `VoiceKitError.badScript`.
    public init(base64: String) throws(VoiceKitError) {
        guard let json = Data(base64Encoded: base64.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw .badScript("it is not base64")
        }
        try self.init(json: json)
    }

    private struct Element: Decodable {
        private enum CodingKeys: String, CodingKey { case text, after, confidence }

        let line: Line

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                line = Line(text)
                return
            }
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            let after = try fields.decodeIfPresent(Double.self, forKey: .after) ?? 0
            line = Line(
                try fields.decode(String.self, forKey: .text),
                after: .seconds(min(max(after, 0), VoiceScript.longestSilence)),
                confidence: try fields.decodeIfPresent(Double.self, forKey: .confidence) ?? 1)
        }
    }
}
