internal import Foundation
internal import TestSupport
internal import Testing

/// `brews notebook` and `brews chat` by their contract.
@Suite(.timeLimit(.minutes(10)))
struct NotebookCommandTests {
    /// Lives as long as the test.
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func brews(_ words: String..., input: String = "") throws -> Brews {
        try Brews.run(words + ["--file", folder.path("notes.sqlite")], input: Data(input.utf8))
    }

    @Test("Notes are added, found in other words, changed, deleted and brought back")
    func notes() throws {
        #expect(try brews("notebook", "clear").code == 0)
        let added = try brews("notebook", "add", "--json", "What is the wifi password?", "beans and cream")
        let note = try #require(added.objects.first?["id"] as? Int, "\(added.errors)")
        let asked = try brews("notebook", "ask", "--json", "how do I get online?")
        #expect(asked.code == 0 && asked.objects.first?["answer"] as? String == "beans and cream")
        #expect(asked.objects.first?["note"] as? Int == note)
        #expect(try brews("notebook", "ask", "do you have a parrot").code == 1)
        #expect(try brews("notebook", "edit", "\(note)", "new words", "--private", "--question", "Wlan?").code == 0)
        #expect(try brews("notebook", "ask", "how do I get online?").code == 1)
        #expect(try brews("notebook", "ask", "--staff", "how do I get online?").output.hasPrefix("new words"))
        #expect(try brews("notebook", "delete", "\(note)").code == 0)
        #expect(try brews("notebook", "list").output.isEmpty)
        #expect(try brews("notebook", "undo").output.contains("the deletion of a note"))
        let exported = try brews("notebook", "export").objects
        #expect(
            exported.count == 1 && exported[0]["questions"] as? [String] == ["What is the wifi password?", "Wlan?"])
        #expect(exported[0]["isPrivate"] as? Bool == true)
        #expect(try brews("notebook", "reset").code == 0)
        #expect(try brews("notebook", "list", "--json").objects.count >= 5)
    }

    @Test("A note about allergens is kept with a warning, and is not told")
    func allergens() throws {
        let added = try brews("notebook", "add", "Is the cake nut free?", "Yes.")
        #expect(added.code == 0 && added.errors.contains("from the menu only"))
        let asked = try brews("notebook", "ask", "--json", "is the cake nut free")
        #expect(asked.code == 1 && asked.objects.first?["source"] as? String == "menu")
        let chat = try brews("chat", "--json", "is the brownie nut free")
        #expect(chat.objects.first?["source"] as? String == "menu")
        #expect((chat.objects.first?["answer"] as? String)?.contains("contains nuts") == true, "\(chat.output)")
    }

    @Test("A conversation answers from the notebook and the menu, and notes what it does not know")
    func chat() throws {
        #expect(try brews("notebook", "add", "Are dogs welcome?", "Yes, on a lead.").code == 0)
        let chat = try brews(
            "chat", "--json",
            input: "may I bring my puppy\nhow much is a latte\n\nis there a sauna\nis there a SAUNA?\nfour digits 4111 "
                + "1111 1111 1111 is there a bank")
        #expect(
            chat.code == 0
                && chat.objects.map { $0["source"] as? String } == ["notebook", "menu", "none", "none", "none"])
        #expect(chat.objects[0]["answer"] as? String == "Yes, on a lead.")
        #expect((chat.objects[1]["answer"] as? String)?.contains("$4.25") == true)
        let open = try brews("notebook", "open", "--json").objects
        #expect(open.first?["question"] as? String == "is there a sauna" && open.first?["count"] as? Int == 2)
        #expect(!open.contains { ($0["question"] as? String)?.contains("1111") == true })
        let id = try #require(open.first?["id"] as? Int)
        #expect(try brews("notebook", "answer", "\(id)", "No.").code == 0)
        #expect(try brews("chat", "is there a sauna").output.hasPrefix("No.  [notebook]"))
    }

    @Test("A conversation is kept, listed, shown and continued")
    func threads() throws {
        #expect(try brews("chat", "--list").code == 6)
        #expect(try brews("chat", "--keep", "how much is a latte").code == 0)
        let listed = try brews("chat", "--list", "--json").objects
        #expect(listed.count == 1 && listed.first?["title"] as? String == "how much is a latte")
        #expect(try brews("chat", "--thread", "1", "is there a sauna").code == 0)
        let messages = try brews("chat", "--thread", "1", "--json").objects
        #expect(messages.map { $0["author"] as? String } == ["person", "assistant", "person", "assistant"])
        #expect(messages.map { $0["source"] as? String } == [nil, "menu", nil, "none"])
        #expect(try brews("chat", "--thread", "2").code == 3)
    }

    @Test("A kiosk with a notebook answers a typed question from it, and notes another")
    func kiosk() async throws {
        #expect(try brews("notebook", "add", "What is the wifi password?", "beans and cream").code == 0)
        let notebook = folder.path("notes.sqlite")
        let kiosk = try await KioskProcess(
            ["--touch-only", "--ephemeral", "--port", "0", "--notebook", notebook])
        let page = try await KioskClient(port: try #require(URL(string: kiosk.address)?.port))
        for (typed, shown) in [
            ("how do I get online", "beans and cream"),
            ("is there a sauna", "I don't know that. I've noted it for our staff."),
        ] {
            try await page.act(#"{"say":{"text":"\#(typed)","replacesLast":false}}"#)
            let answered = try await page.snapshot { ($0["caption"] as? String) == shown }
            #expect(answered != nil, "\(typed)")
        }
        // Another process adds a note while the kiosk runs.
        #expect(try brews("notebook", "answer", "1", "No, but a pool.").code == 0)
        try await page.act(#"{"say":{"text":"is there a sauna","replacesLast":false}}"#)
        #expect(try await page.snapshot { ($0["caption"] as? String) == "No, but a pool." } != nil)
        #expect(kiosk.stop() == 0)
    }

    @Test("Wrong usage is exit 2, a missing note 3, a file that is no notebook 6")
    func errors() throws {
        #expect(try brews("notebook").code == 2)
        #expect(try brews("notebook", "add", "only a question").code == 2)
        #expect(try brews("notebook", "delete", "none").code == 2)
        let missing = try brews("notebook", "delete", "999")
        #expect(missing.code == 3 && missing.errors.contains("brews notebook list"))
        #expect(try brews("notebook", "undo").code == 3)
        let other = folder.path("other")
        try Data("poem".utf8).write(to: URL(fileURLWithPath: other))
        #expect(try Brews.run(["notebook", "list", "--file", other]).code == 6)
        #expect(try Brews.run(["chat", "--file", folder.path("none"), "hello"]).code == 6)
        for command in ["notebook", "chat"] {
            let help = try Brews.run([command, "--help"])
            #expect(help.code == 0 && help.output.contains("examples:"))
        }
    }
}
