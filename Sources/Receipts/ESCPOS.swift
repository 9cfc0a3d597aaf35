/// Printed lines as ESC/POS, the protocol of receipt printers.
///
/// The character table is PC858 (`ESC t 19`), code page 850 with the euro sign. What it lacks is printed without its
/// accents or as a question mark. No text can contain a command: control characters are spaces.
public enum ESCPOS {
    /// Request of the paper sensor's status (`DLE EOT 4`).
    public static let paperRequest: [UInt8] = [0x10, 0x04, 0x04]
    /// Request of the printer's status (`DLE EOT 1`).
    public static let statusRequest: [UInt8] = [0x10, 0x04, 0x01]

    /// Whether an answer to `paperRequest` says that there is no paper. `nil` for a byte that is no answer.
    public static func isPaperOut(_ answer: UInt8) -> Bool? {
        isAnswer(answer) ? answer & 0x60 != 0 : nil
    }

    /// Whether an answer to `statusRequest` says that the printer is off-line: cover open, error. `nil` for a byte that
    /// is no answer.
    public static func isOffline(_ answer: UInt8) -> Bool? { isAnswer(answer) ? answer & 0x08 != 0 : nil }

    private static func isAnswer(_ byte: UInt8) -> Bool { byte & 0x93 == 0x12 }

    /// A job: initialisation, the lines, a feed and a cut.
    public static func job(_ lines: [ReceiptLine]) -> [UInt8] {
        // ESC @, ESC t 19.
        var bytes: [UInt8] = [0x1B, 0x40, 0x1B, 0x74, 19]
        var style = ReceiptLine.Style.plain
        for line in lines {
            if line.style != style {
                bytes += commands(for: line.style)
                style = line.style
            }
            bytes += encoded(line.text) + [0x0A]
        }
        if style != .plain { bytes += commands(for: .plain) }
        // ESC d 4; GS V 66 0: partial cut after feeding to the cutter.
        return bytes + [0x1B, 0x64, 4, 0x1D, 0x56, 66, 0]
    }

    /// ESC E for bold, GS ! for the size.
    private static func commands(for style: ReceiptLine.Style) -> [UInt8] {
        [0x1B, 0x45, style == .plain ? 0 : 1, 0x1D, 0x21, style == .large ? 0x11 : 0]
    }

    /// A text in PC858; one byte for each character.
    public static func encoded(_ text: String) -> [UInt8] { text.map(byte) }

    private static func byte(_ character: Character) -> UInt8 {
        if let byte = table[character] { return byte }
        if let ascii = character.asciiValue { return 0x20...0x7E ~= ascii ? ascii : 0x20 }
        if let plain = replacements[character] { return plain }
        // Without accents: "ő" becomes "o".
        let base = String(character).decomposedBase
        if let base, let byte = table[base] ?? base.asciiValue, byte >= 0x20 { return byte }
        return character.isWhitespace ? 0x20 : UInt8(ascii: "?")
    }

    private static let replacements: [Character: UInt8] = [
        "’": 0x27, "‘": 0x27, "“": 0x22, "”": 0x22, "–": 0x2D, "—": 0x2D, "\u{A0}": 0x20,
        "\u{202F}": 0x20, "•": 0x2A, "œ": UInt8(ascii: "o"), "Œ": UInt8(ascii: "O"),
        "…": UInt8(ascii: "."), "ẞ": 0xE1,
    ]

    /// The upper half of code page 858, from 0x80 on; a space for what is drawn and not written.
    private static let upper =
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûù"
        + "ÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»"
        + "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ"
        + "╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀"
        + "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■"

    private static let table: [Character: UInt8] = Dictionary(
        zip(upper, 0x80...0xFE), uniquingKeysWith: { first, _ in first })
}

extension String {
    /// The first character without its accents; `nil` where nothing of it remains.
    fileprivate var decomposedBase: Character? {
        // The canonical decomposition begins with the base letter.
        unicodeScalars.first?.properties.canonicalBase.map(Character.init)
    }
}

extension Unicode.Scalar.Properties {
    /// The letter of a name such as LATIN SMALL LETTER O WITH DOUBLE ACUTE.
    fileprivate var canonicalBase: Unicode.Scalar? {
        guard let words = name?.split(separator: " "), words.count > 4, words[0] == "LATIN", words[2] == "LETTER",
            words[3].count == 1, words[4] == "WITH", let letter = words[3].unicodeScalars.first
        else { return nil }
        return words[1] == "SMALL" ? letter.properties.lowercaseMapping.unicodeScalars.first : letter
    }
}
