internal import Testing

@testable internal import Ordering

/// The languages of a menu: that of its names, and that of its guests.
struct MenuLanguageTests {
    @Test("Guests speak English unless the menu names another language that the parser knows")
    func spoken() throws {
        func menu(_ fields: String) throws -> Menu {
            try MenuLoader.load(
                Array(
                    """
                    {"store": {"name": "X", "currency": "EUR"\(fields)}, "optionGroups": [],
                     "items": [{"id": "tea", "name": "Tea", "price": 1}]}
                    """.utf8), languages: ["en", "de"])
        }
        #expect(try menu("").store.spoken == .english && menu(#", "locale": "de-AT""#).store.spoken == .english)
        #expect(try menu(#", "locale": "de", "spoken": "de-DE""#).store.spoken == .german)
        // Its names may be in a language in which the kiosk has no sentences, if guests speak it.
        #expect(try menu(#", "locale": "ko-KR", "spoken": "ko""#).store.spoken == .korean)
        #expect(throws: MenuInvalid.self) { _ = try menu(#", "locale": "ko-KR""#) }
        #expect(throws: MenuInvalid.self) { _ = try menu(#", "spoken": "xx""#) }
    }
}
