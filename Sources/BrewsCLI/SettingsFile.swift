internal import Foundation
internal import Ordering

/// The settings file of `--config`.
struct SettingsFile: Decodable {
    private(set) var menu: String?
    private(set) var locale: String?
    private(set) var model: String?
    private(set) var vocabulary: VocabularyChoice?
    private(set) var confirm: ConfirmationMode?
    private(set) var voice: String?
    private(set) var rate: Int?
    private(set) var pitch: Int?
    private(set) var volume: Int?
    private(set) var phrase: String?
    private(set) var hours: String?
    private(set) var suggestions: Bool?

    /// Every key with the form of its value and its meaning, in the order of the help.
    static let described: [(key: String, value: String, meaning: String)] = [
        ("menu", "text", "path of the menu file"),
        ("locale", "text", "language of the kiosk's sentences: en, es, fr or de"),
        ("model", "text", "acoustic model: a name of brews models list, or a folder"),
        ("vocabulary", VocabularyChoice.allCases.map(\.rawValue).joined(separator: "|"), "what the recogniser expects"),
        ("confirm", ConfirmationMode.allCases.map(\.rawValue).joined(separator: "|"), "when an order is confirmed"),
        ("voice", "text", "the voice; brews voices lists them"),
        ("rate", "80…450", "words a minute"),
        ("pitch", "0…99", "pitch of the voice"),
        ("volume", "0…200", "volume of the voice in percent"),
        ("phrase", "text", "the kiosk's wake phrase; off: only a touch begins"),
        ("hours", "text", "opening hours, such as “mon-fri 7:00-18:00, sat 9:00-1:00”"),
        ("suggestions", "true|false", "whether guests are suggested what the menu names (default: true)"),
    ]

    private static let keys = Set(described.map(\.key))

    private static let numbers = ["rate", "pitch", "volume"]

    /// No settings.
    init() {}

    /// Reads a settings file.
    ///
    /// - Throws: `CLIError.input` naming the file and the key.
    static func read(_ path: String) throws(CLIError) -> SettingsFile {
        let data = Data(try InputFile.read(path, "the settings file"))
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw .input("\(path): the settings must be a JSON object")
        }
        if let unknown = object.keys.filter({ !keys.contains($0) }).min() {
            throw .input("\(path): unknown key '\(unknown)'; known: \(keys.sorted().joined(separator: ", "))")
        }
        let file: SettingsFile
        do { file = try JSONDecoder().decode(SettingsFile.self, from: data) } catch {
            throw .input("\(path): \(reason(error, object))")
        }
        try file.check(path)
        return file
    }

    /// Why a value is refused; the decoder's own messages name Swift types.
    private static func reason(_ error: any Error, _ object: [String: Any]) -> String {
        let context: DecodingError.Context? =
            switch error {
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                context
            default: nil
            }
        // The decoder does not name the key of a fractional number.
        let fraction = numbers.first { key in (object[key] as? Double).map { Int(exactly: $0) == nil } ?? false }
        guard let key = context?.codingPath.first?.stringValue ?? fraction else { return "the settings cannot be read" }
        switch key {
        case _ where numbers.contains(key): return "\(key) must be a whole number"
        case "vocabulary":
            return "vocabulary must be \(VocabularyChoice.allCases.map(\.rawValue).joined(separator: ", "))"
        case "confirm":
            return "confirm must be \(ConfirmationMode.allCases.map(\.rawValue).joined(separator: ", "))"
        case "suggestions": return "suggestions must be true or false"
        default: return "\(key) must be a text"
        }
    }

    private func check(_ path: String) throws(CLIError) {
        for (name, value, range) in [("rate", rate, 80...450), ("pitch", pitch, 0...99), ("volume", volume, 0...200)] {
            if let value, !range.contains(value) {
                throw .input("\(path): \(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
            }
        }
        if let hours, OpeningHours(hours) == nil { throw .input("\(path): hours: \(Self.noHours(hours))") }
    }
}

extension SettingsFile {
    /// Why a text is no opening hours.
    static func noHours(_ text: String) -> String {
        "“\(text)” is no opening hours, such as “mon-fri 7:00-18:00, sat 9:00-1:00”"
    }
}

extension VocabularyChoice: Decodable {}
