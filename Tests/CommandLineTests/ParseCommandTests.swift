internal import Foundation
internal import TestSupport
internal import Testing

struct ParseCommandTests {
    private static let order =
        #"""
        {"items": [{"itemId": "latte", "quantity": 1, "options": [{"group": "size", "id": "large"}]}, \#
        {"itemId": "croissant", "quantity": 2}]}
        """#

    /// Lives as long as the test.
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Path of a file with a cart.
    private func cart(_ text: String = order) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("cart.json")))
        return folder.path("cart.json")
    }

    @Test("parse --cart changes an order and prints its lines and the reply")
    func change() throws {
        let path = try cart()
        let run = try Brews.run(["parse", "--json", "--cart", path, "make the second one toasted"])
        let object = try #require(run.objects.first)
        let lines = try #require(object["cart"] as? [[String: Any]])
        #expect(run.code == 0 && object["intent"] as? String == "change")
        #expect(lines.map { $0["itemId"] as? String } == ["latte", "croissant"])
        #expect((lines[1]["options"] as? [[String: Any]])?.first?["id"] as? String == "toasted")
        #expect((object["reply"] as? String)?.contains("toasted croissants") == true)
    }

    @Test("Lines of standard input are turns of one dialogue")
    func dialogue() throws {
        let path = try cart()
        let run = try Brews.run(
            ["parse", "--json", "--cart", path, "-"], input: Data("remove one croissant\nsame again\nthat's all\n".utf8)
        )
        let quantities = run.objects.map { ($0["cart"] as? [[String: Any]])?.map { $0["quantity"] as? Int } }
        #expect(quantities == [[1, 1], [1, 2], [1, 2]])
        #expect((run.objects.last?["reply"] as? String)?.contains("Is that right?") == true)
    }

    @Test("What it printed is a cart to start from")
    func roundTrip() throws {
        let printed = try Brews.run(["parse", "--json", "a large oat latte with two pumps of vanilla and no foam"])
            .output
        let path = try cart(printed)
        let run = try Brews.run(["parse", "--json", "--cart", path, "make it two"])
        let line = try #require((run.objects.first?["cart"] as? [[String: Any]])?.first)
        #expect(line["quantity"] as? Int == 2)
        #expect((line["options"] as? [[String: Any]])?.count == 4)
    }

    @Test(
        "A cart that is none is bad input with a sentence that names it",
        arguments: [
            "", "[]x", "{}", #"{"items": [{"itemId": "nothing"}]}"#,
            #"{"items": [{"itemId": "latte", "options": [{"group": "bread", "id": "toasted"}]}]}"#,
        ])
    func badCart(_ text: String) throws {
        let path = try cart(text)
        let run = try Brews.run(["parse", "--cart", path, "make it iced"])
        #expect(run.code == 3 && run.errors.contains(path))
    }

    @Test(
        "A cart that cannot be ordered is refused in the kiosk's words",
        arguments: [
            (
                #"""
                {"items": [{"itemId": "latte", "options": [{"group": "syrup", "id": "vanilla", \#
                "count": 9223372036854775807}]}]}
                """#,
                "I can add up to 20 of the vanilla"
            ),
            (
                #"{"items": [{"itemId": "latte", "options": [{"group": "syrup", "id": "vanilla", "count": -1}]}]}"#,
                "'latte' cannot be ordered like this"
            ),
        ])
    func impossibleCart(_ text: String, _ words: String) throws {
        let path = try cart(text)
        let run = try Brews.run(["parse", "--cart", path, "make it iced"])
        #expect(run.code == 3 && run.errors.contains(path) && run.errors.contains(words), "\(run.errors)")
        #expect(!["Ordering.", "line:", "optionCount", "quantity("].contains { run.errors.contains($0) })
    }

    @Test("A cart that is not there is bad input") func noCart() throws {
        #expect(try Brews.run(["parse", "--cart", "/nowhere", "tea"]).code == 3)
    }

    @Test("parse --explain gives each phrase its role")
    func explain() throws {
        let run = try Brews.run(["parse", "--json", "--explain", "a large no wait a small latte"])
        let phrases = try #require(run.objects.first?["explanation"] as? [[String: Any]])
        #expect(phrases.map { $0["role"] as? String } == ["article", "option", "repair", "article", "option", "item"])
        #expect(try Brews.run(["parse", "--explain", "an expresso"]).output.contains("expresso"))
    }

    @Test("parse --strategy takes the rules, and the source is theirs with and without it")
    func strategy() throws {
        for words in [[], ["--strategy", "rules"]] {
            let run = try Brews.run(["parse", "--json", "--explain"] + words + ["two large lattes"])
            let object = try #require(run.objects.first)
            #expect(run.code == 0 && object["source"] as? String == "nlu")
            #expect((object["items"] as? [[String: Any]])?.first?["quantity"] as? Int == 2)
            let phrases = try #require(object["explanation"] as? [[String: Any]])
            #expect(!phrases.isEmpty && phrases.allSatisfy { $0["source"] as? String == "nlu" })
        }
    }

    @Test(
        "a strategy of the learned parser is wrong usage that says what remains",
        arguments: ["learned", "hybrid", "rules-first", "learned-first"])
    func removedStrategy(_ name: String) throws {
        let run = try Brews.run(["parse", "--strategy", name, "two large lattes"])
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(
            run.errors.contains(
                "--strategy is rules, not '\(name)': the learned parser was removed, and the rules are what remains"),
            "\(run.errors)")
        #expect(try Brews.run(["parse", "--help"]).output.contains("learned and hybrid were removed"))
    }
}
