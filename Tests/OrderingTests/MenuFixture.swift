@testable internal import Ordering

/// A small sound menu, one value to a line where it matters, for tests that break it in one place.
enum MenuFixture {
    static let sound = """
        {
          "store": {"name": "Test House", "currency": "USD", "locale": "en-US"},
          "limits": {"perLine": 10, "lines": 5, "total": 10000},
          "optionGroups": [
            {"id": "size", "name": "Size", "kind": "size", "select": "one", "options": [
              {"id": "small", "name": "Small", "aliases": ["little"], "price": 0},
              {"id": "large", "name": "Large", "price": 100}
            ]},
            {"id": "sauce", "name": "Sauce", "kind": "topping", "select": "many", "amounts": true, "options": [
              {"id": "chili", "name": "Chili", "price": 30, "count": 2, "allergens": ["celery"], "freeOf": ["fish"]}
            ]}
          ],
          "items": [
            {"id": "soup", "name": "Soup", "aliases": ["broth"], "category": "bowl", "price": 500,
             "groups": ["size", "sauce"],
             "required": ["size"],
             "defaults": {"sauce": "chili"},
             "available": true, "allergens": ["soy"], "maxQuantity": 4},
            {"id": "rice", "name": "Rice", "category": "side", "price": 200}
          ],
          "rules": [
            {"when": {"items": ["soup"], "options": ["size/small"]},
             "then": {"forbid": ["sauce/chili"]},
             "say": "No chili in a small soup."}
          ],
          "pronunciations": {"soup": "soop"}
        }
        """

    /// The sound menu with one piece of its text replaced.
    ///
    /// - Precondition: `piece` occurs, so that a test never passes by having changed nothing.
    static func with(_ piece: String, _ replacement: String) -> String {
        guard let range = sound.firstRange(of: piece) else { preconditionFailure("the fixture has no \(piece)") }
        return String(sound[..<range.lowerBound]) + replacement + sound[range.upperBound...]
    }

    static func load(_ text: String) throws(MenuInvalid) -> Menu { try MenuLoader.load(Array(text.utf8)) }

    /// What is wrong with a text; empty when it loads.
    static func findings(_ bytes: [UInt8]) -> [MenuFinding] {
        do {
            _ = try MenuLoader.load(bytes)
            return []
        } catch {
            return error.findings
        }
    }

    static func findings(_ text: String) -> [MenuFinding] { findings(Array(text.utf8)) }
}
