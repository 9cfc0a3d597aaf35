import Foundation
import TestSupport
import Testing

/// Checks of the palette, read from the style sheet.
struct PaletteTests {
    private struct Pair {
        var front: String
        var back: String
        var least: Double
    }

    private static func sheet(_ file: String) throws -> String {
        try String(
            contentsOf: Repository.root.appendingPathComponent("Sources/KioskWeb/Page/\(file)"), encoding: .utf8)
    }

    /// Relative luminance as WCAG 2 defines it.
    private static func luminance(_ colour: Int) -> Double {
        func linear(_ shift: Int) -> Double {
            let part = Double((colour >> shift) & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }

    @Test(
        "Every colour pair of the style sheet has the contrast of WCAG AA, in high contrast of AAA, and is in a pair",
        arguments: ["base.css", "comfort.css"])
    func contrast(_ file: String) throws {
        let sheet = try Self.sheet(file)
        let colours = Dictionary(
            uniqueKeysWithValues: sheet.matches(of: /--([a-z-]+): #([0-9a-f]{6});/).compactMap { match in
                Int(match.2, radix: 16).map { (String(match.1), $0) }
            })
        #expect(colours.count >= 12)
        var named: Set<String> = ["line"]
        var pairs = 0
        for match in sheet.matches(of: /contrast ([0-9.]+): ([^*]+)\*\//) {
            for pair in match.2.split(whereSeparator: \.isWhitespace) {
                let names = pair.split(separator: "/").map(String.init)
                let front = try #require(colours[names[0]], "\(pair)")
                let back = try #require(colours[names[1]], "\(pair)")
                let lights = [Self.luminance(front), Self.luminance(back)].sorted(by: >)
                let ratio = (lights[0] + 0.05) / (lights[1] + 0.05)
                #expect(ratio >= (Double(match.1) ?? 99), "\(pair) has \(ratio)")
                named.formUnion(names)
                pairs += 1
            }
        }
        #expect(pairs >= 20)
        // `line` only separates; no text has this colour.
        #expect(Set(colours.keys).isSubset(of: named))
    }

    @Test("Colours are used by name only", arguments: ["page.css", "screens.css", "staff.css"])
    func names(file: String) throws {
        let text = try String(
            contentsOf: Repository.root.appendingPathComponent("Sources/KioskWeb/Page/\(file)"), encoding: .utf8)
        #expect(text.matches(of: /#[0-9a-f]{6}/).isEmpty)
    }
}
