internal import Ordering

/// Splits texts of the catalogue and queries into the words of the index.
enum CatalogueWords {
    /// Longest word; longer ones are cut.
    static let longest = 40

    /// Letters and digits in lower case without accents: "O'Brien" is `obrien`, "20,000" is `20000`.
    static func of(_ text: String) -> [String] { plain(text) ?? folded(text) }

    /// The words of a text of ASCII letters, spaces and plain punctuation, which most texts of a long list are.
    private static func plain(_ text: String) -> [String]? {
        var words: [String] = [], word: [UInt8] = []
        func close() {
            if !word.isEmpty { words.append(String(decoding: word.prefix(longest), as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "?"),
                UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "-"):
                close()
            // Digits, apostrophes, points and signs have rules of their own.
            default: return nil
            }
        }
        close()
        return words
    }

    private static func folded(_ text: String) -> [String] {
        let plain = text.contains(",") ? withoutThousands(text) : text
        return SpokenWords(plain).words.flatMap { word -> [String] in
            if word.utf8.allSatisfy({ 97...122 ~= $0 }) { return [String(word.prefix(longest))] }
            return word.replacing("'", with: "").split { !($0.isLetter || $0.isNumber) }.map {
                String($0.prefix(longest))
            }
        }
    }

    /// Without commas between digits.
    private static func withoutThousands(_ text: String) -> String {
        let bytes = Array(text.utf8)
        func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && 48...57 ~= bytes[index] }
        let kept = bytes.indices.filter { index in
            !(bytes[index] == UInt8(ascii: ",") && isDigit(index - 1) && isDigit(index + 3) && !isDigit(index + 4)
                && isDigit(index + 1) && isDigit(index + 2))
        }
        return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
    }

    /// The title up to its subtitle: "Frankenstein" of "Frankenstein; or, The Modern Prometheus".
    static func mainTitle(_ title: String) -> String {
        for mark in [":", ";", " ("] {
            guard let range = title.firstRange(of: mark), range.lowerBound > title.startIndex else { continue }
            return String(title[..<range.lowerBound])
        }
        return title
    }

    /// Hash of a title's words that is the same in every run (FNV-1a).
    static func key(_ words: some Sequence<String>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in words {
            for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 32) &* 0x100_0000_01B3
        }
        return Int(bitPattern: UInt(hash))
    }
}
