internal import Foundation
internal import Ordering

/// Removes what may be private from logs and settings before they go into a support archive.
struct SupportRedaction {
    static let leftOut = "(left out)"
    /// Beginnings of log lines with words of guests, which the kiosk writes with `--verbose` or `--input` only.
    private static let wordy = [": heard: ", ": said: ", ": typed: ", ": touched: ", ": read again: ", "second pass:"]
    private static let quotes: [Character: Character] = ["“": "”", "\"": "\"", "„": "“", "«": "»", "‘": "’", "'": "'"]
    /// Options whose values are no secret and hold no words of people.
    private static let plain: Set<String> = [
        "engine", "second", "microphone", "speaker", "voice", "port", "speed", "keep-days", "confirm",
        "wake-threshold", "locale", "model", "vocabulary", "rate", "pitch", "volume", "menu", "store", "notebook",
        "search", "config", "phrase", "catalogue",
    ]

    /// Names that a line must not have, in lower case.
    private let names: [String]

    /// - Parameter menu: a line with the name of an item or option of this menu is left out.
    init(menu: Menu?) {
        let items = menu?.items.map(\.name) ?? [], options = menu?.optionGroups.flatMap { $0.options.map(\.name) } ?? []
        names = (items + options).map { $0.lowercased() }.filter { $0.count >= 4 }
    }

    /// A log with at most `limit` bytes, its end; lines with words of guests are left out and counted.
    func log(_ text: String, limit: Int = 512 << 10) -> String {
        var kept: [String] = [], dropped = 0
        for line in text.split(separator: "\n") {
            if let line = self.line(String(line)) { kept.append(line) } else { dropped += 1 }
        }
        var size = 0
        let end = kept.reversed().prefix { line in
            size += line.utf8.count + 1
            return size <= limit
        }
        return (["\(dropped) lines with words of guests or of the menu were left out"] + end.reversed()).joined(
            separator: "\n") + "\n"
    }

    /// A line without quoted text and amounts of orders; `nil` for a line with words of guests, or one that cannot be
    /// read.
    func line(_ line: String) -> String? {
        guard let line = Self.spelledOut(line), !Self.wordy.contains(where: line.contains) else { return nil }
        // What each order came to adds up to the day's takings.
        let plain = Self.unquoted(line.onOneLine).replacing(/(order \d+ placed).*/) { $0.output.1 }
        let lower = plain.lowercased()
        return names.contains(where: lower.contains) ? nil : plain
    }

    /// A line of a kiosk that logs JSON as the others have it; `nil` for one that is no JSON.
    private static func spelledOut(_ line: String) -> String? {
        struct Event: Decodable { let event: String }
        guard let start = line.firstRange(of: #"{"event":"#)?.lowerBound else { return line }
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(line[start...].utf8)).event else {
            return nil
        }
        return line[..<start] + "brews kiosk: " + event
    }

    /// The values of `--menu` in files of the kiosk's options, the last one counts; `nil` without one.
    static func menuPath(in text: String) -> String? {
        let words = text.split { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
        guard let option = words.lastIndex(of: "--menu"), option + 1 < words.count else { return nil }
        return String(words[option + 1])
    }

    private static func unquoted(_ line: String) -> String {
        var result = "", closing: Character?
        for character in line {
            if let end = closing {
                if character == end { (closing, result) = (nil, result + "…" + String(character)) }
            } else {
                result.append(character)
                // An apostrophe within a word opens nothing.
                if let end = quotes[character], character != "'" || result.dropLast().last?.isLetter != true {
                    closing = end
                }
            }
        }
        return closing == nil ? result : result + "…"
    }

    /// A file of the kiosk's options: the options with those values that are neither secret nor words.
    static func settings(_ text: String) -> String {
        text.split(separator: "\n").compactMap { line in
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
            let key = line[..<equals].trimmingCharacters(in: .whitespaces)
            guard key == KioskOptionsFile.variable || key == "BREWS_KIOSK_OPTIONS" else { return "\(key)=\(leftOut)" }
            return "\(key)=\(options(line[line.index(after: equals)...]))"
        }.joined(separator: "\n") + "\n"
    }

    private static func options(_ text: Substring) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).map {
            $0.trimmingCharacters(in: ["\"", "'"])
        }
        var shown: [String] = [], isKept = false
        for word in words {
            guard word.hasPrefix("--") else {
                // A value; what follows one is left out.
                if isKept { shown.append(word) } else if shown.last != leftOut { shown.append(leftOut) }
                isKept = false
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let name = String((parts.first ?? "").dropFirst(2))
            isKept = plain.contains(name)
            let isKnown = (KioskCommand.spec.options + KioskCommand.spec.commonOptions).contains { $0.name == name }
            shown.append(isKnown ? "--\(name)" : leftOut)
            if parts.count == 2 {
                shown.append(isKept ? parts[1] : leftOut)
                isKept = false
            }
        }
        return shown.joined(separator: " ")
    }
}
