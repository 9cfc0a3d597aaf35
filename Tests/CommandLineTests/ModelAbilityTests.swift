internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// What the program says that a model can do.
@Suite(.timeLimit(.minutes(10)))
struct ModelAbilityTests {
    /// The bundled model with a changed manifest, which is trusted by its path. It lives as long as the folder.
    private static func copy(_ change: (inout [String: Any]) -> Void) throws -> (folder: TemporaryFolder, path: String)
    {
        let folder = try TemporaryFolder(), path = folder.path("copy")
        try FileManager.default.copyItem(
            at: Repository.models.appendingPathComponent("brews-en"), to: URL(fileURLWithPath: path))
        let manifest = URL(fileURLWithPath: path + "/manifest.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest))
        var fields = try #require(object as? [String: Any])
        change(&fields)
        try JSONSerialization.data(withJSONObject: fields).write(to: manifest)
        return (folder, path)
    }

    @Test(
        "A model's abilities follow from its engine, graph and language",
        arguments: [
            ("vosk", "en-US", true, ["menu", "phrases", "free speech"], "hears the menu's orders"),
            ("vosk", "ko", false, ["free speech"], "takes no menu; language: ko"),
            ("whisper", "mul", false, ["phrases", "free speech"], "language: many languages"),
            ("piper", "en-US", false, [], "speaks; language: en-US"),
        ])
    func abilities(_ engine: String, _ language: String, _ graph: Bool, _ hears: [String], _ says: String) {
        let ability = ModelAbility(engine: engine, language: language, runtimeGraph: graph)
        #expect(ability.hears == hears && ability.sentence.contains(says), "\(ability.sentence)")
        #expect(ability.hears(.korean) == (language == "ko" || language == "mul"))
    }

    @Test("models list and doctor say what each model hears")
    func listed() throws {
        let listed = try Brews.run(["models", "list", "--json"]).objects
        func hears(_ name: String) -> [String]? {
            listed.first { $0["name"] as? String == name }?["hears"] as? [String]
        }
        #expect(hears("brews-en") == ["menu", "phrases", "free speech"])
        #expect(hears("vosk-model-en-us-0.22") == ["free speech"])
        #expect(hears("whisper-base-q8_0") == ["phrases", "free speech"])
        #expect(hears("piper-en_US-amy-medium") == [])
        let model = try Brews.run(["doctor", "--json"]).objects.first { $0["check"] as? String == "model" }
        #expect((model?["detail"] as? String)?.hasSuffix("and free speech; language: en-US") == true)
    }

    @Test("A model without a self-test is never said to have passed one")
    func withoutSelfTest() throws {
        let (folder, path) = try Self.copy { $0["selfTest"] = nil }
        let verified = try Brews.run(["models", "verify", path, "--self-test", "--json"])
        #expect(verified.code == 0 && verified.objects.first?["selfTest"] as? String == "none: the model loads")
        #expect(!verified.output.contains("passed"))
        withExtendedLifetime(folder) {}
    }

    @Test("A model with its graph compiled in says why it takes no menu, and what it does instead")
    func staticGraph() throws {
        let (folder, path) = try Self.copy { $0["runtimeGraph"] = false }
        let recording = SpokenOrder.largeIcedLatte.url.path
        let run = try Brews.run(["order", "--engine", "vosk", "--model", path, "--json", recording])
        #expect(run.code == 0)
        #expect(run.errors.contains("has its graph compiled in and takes no menu; it listens with its own language"))
        let asked = try Brews.run(
            ["order", "--engine", "vosk", "--vocabulary", "menu", "--model", path, recording])
        #expect(asked.code == 4 && asked.errors.contains("use --vocabulary model"), "\(asked.errors)")
        withExtendedLifetime(folder) {}
    }

    @Test("A model of another language than the guests' is named, and its recognition not tested in English")
    func otherLanguage() throws {
        let (folder, path) = try Self.copy { $0["language"] = "ko" }
        let checks = try Brews.run(["doctor", "--json", "--model", path]).objects
        func detail(_ check: String) -> String {
            checks.first { $0["check"] as? String == check }?["detail"] as? String ?? ""
        }
        #expect(detail("language").contains("hears ko and not English: choose another with --model"))
        #expect(detail("recognition") == "self-test passed; language: ko; not checked: the test sentence is English")
        withExtendedLifetime(folder) {}
    }

    @Test("Words of the menu that a model does not know are named, a dozen at most")
    func unheard() throws {
        let menu = try MenuLoader.builtIn()
        #expect(UnheardWords(menu: menu) { _ in true }.sentence == nil)
        let some = UnheardWords(menu: menu) { !["latte", "oat"].contains($0) }
        #expect(Set(some.words) == ["oat", "latte"] && some.sentence?.contains(": oat, latte;") == true)
        let all = UnheardWords(menu: menu) { _ in false }
        #expect(all.sentence?.contains(" and \(all.words.count - 12) more;") == true)
    }

    @Test("phrases names the words that the recogniser lacks")
    func phrases() throws {
        let folder = try TemporaryFolder()
        let menu = """
            {"store": {"name": "X", "currency": "EUR"}, "optionGroups": [],
             "items": [{"id": "latte", "name": "Latte", "price": 1}, {"id": "z", "name": "Xyzzyq", "price": 1}]}
            """
        try Data(menu.utf8).write(to: URL(fileURLWithPath: folder.path("menu.json")))
        for vocabulary in ["menu", "phrases"] {
            let run = try Brews.run([
                "order", "--engine", "vosk", "--vocabulary", vocabulary, "--menu", folder.path("menu.json"), "--json",
                SpokenOrder.largeIcedLatte.url.path,
            ])
            #expect(run.code == 0 && run.errors.contains("are not heard: xyzzyq;"), "\(run.errors)")
        }
    }
}
