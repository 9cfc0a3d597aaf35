internal import Foundation
internal import Ordering
internal import Testing

struct KioskActionTests {
    private static func action(_ json: String) throws -> KioskAction {
        try JSONDecoder().decode(KioskAction.self, from: Data(json.utf8))
    }

    @Test("A text that is typed in place of what was heard may say what that was")
    func replaces() throws {
        #expect(
            try Self.action(#"{"say":{"text":"tea","replacesLast":true}}"#) == .say(text: "tea", replacesLast: true))
        #expect(
            try Self.action(#"{"say":{"text":"tea","replacesLast":true,"replaces":null}}"#)
                == .say(text: "tea", replacesLast: true, replaces: nil))
        #expect(
            try Self.action(#"{"say":{"text":"tea","replacesLast":true,"replaces":"bee"}}"#)
                == .say(text: "tea", replacesLast: true, replaces: "bee"))
    }
}
