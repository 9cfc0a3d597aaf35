internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import TestSupport
import Testing
internal import VoskEngine

@testable import WakeWord

struct WakePhraseTests {
    @Test(
        "Phonemes of espeak-ng become the model's phones",
        arguments: [
            (["heɪ", "bɹuz"], "hh ey sil b r uw z"), (["kəmpjuɾɚ"], "k ah m p y uw t er"),
            (["dʒɑɹvɪs"], "jh aa r v ih s"), (["ɐlɛksə"], "ah l eh k s ah"),
            (["smɑːɹt", "mˈɪɹɚ"], "s m aa r t sil m ih r er"), (["snoʊbɔɪ"], "s n ow b oy"),
            (["vjuː", "ɡlæs"], "v y uw sil g l ae s"), (["tʃaɪəld"], "ch ay ah l d"),
        ])
    func mapping(ipa: [String], phones: String) throws {
        let phrase = try WakePhrase(text: "x", ipa: ipa)
        #expect(
            phrase.pronunciations.first?.positions.compactMap { $0.phones.first?.rawValue }.joined(separator: " ")
                == phones)
    }

    @Test("Phones may be given, with bars between words and marks of stress")
    func givenPhones() throws {
        let given = try WakePhrase(text: "hey brews", phones: "HH EY1 | B R UW1 Z")
        #expect(given == (try WakePhrase(text: "hey brews", ipa: ["heɪ", "bɹuz"])))
    }

    @Test(
        "Phrases that cannot be spotted are refused",
        arguments: [
            ("", WakePhrase.Invalid.silent("x")), ("SIL SPN", .silent("x")), ("HH EY", .tooShort("x", phones: 2)),
            ("HH EY Q", .unknownPhone("Q")),
            (String(repeating: "B AH ", count: 21), .tooLong("x", phones: 42)),
        ])
    func refused(phones: String, error: WakePhrase.Invalid) {
        #expect(throws: error) { try WakePhrase(text: "x", phones: phones) }
    }

    @Test(
        "A phrase's rivals lack its last consonant or its voice",
        arguments: [
            ("HH EY | B R UW Z", ["hh ey b r uw", "hh ey b r uw s"]), ("S N OW B OY", []),
            ("HH EH L OW | K", ["hh eh l ow", "hh eh l ow g"]),
            ("M AO R N IH NG", ["m ao r n ih"]),
        ])
    func rivals(phones: String, wanted: [String]) throws {
        let confusables = try WakePhrase(text: "x", phones: phones).confusables
        #expect(confusables.map { $0.phones.map(\.rawValue).joined(separator: " ") } == wanted)
    }

    @Test(
        "A phrase is told apart only from near words that people say",
        arguments: [
            ("HH EY | B R UW Z", ["bɹuːs", "bɹuː", "bɹaʊn"], ["hh ey b r uw", "hh ey b r uw s"]),
            ("HH EY | B R UW Z", ["bɹuː", "heɪbɹuːs"], ["hh ey b r uw"]),
            ("JH AA R V IH S", ["dʒɑːɹz", "dʒɑːɹ"], []), ("B R UW Z", ["bɹuːs"], ["b r uw s"]),
            ("HH EY | B R UW Z", [], []),
        ])
    func limitingConfusables(phones: String, words: [String], wanted: [String]) throws {
        let phrase = try WakePhrase(text: "x", phones: phones).limitingConfusables(to: words)
        #expect(phrase.confusables.map { $0.phones.map(\.rawValue).joined(separator: " ") } == wanted)
    }

    @Test(
        "Of the model's words “hey brews” is told apart from “brew” and “bruce”, “jarvis” from none",
        arguments: [("hey brews", 2), ("jarvis", 0)])
    func modelWords(text: String, count: Int) async throws {
        let words = try VoskWords(
            model: VoskModelDescription(
                directory: Repository.models.appendingPathComponent("brews-en").path, sampleRate: 16_000,
                runtimeGraph: true))
        let spoken = try await EspeakSynthesizer.phonemes(of: text.split(separator: " ").map(String.init))
        let near = try await EspeakSynthesizer.phonemes(
            of: words.similarlySpelled(to: text.split(separator: " ").last.map(String.init) ?? ""))
        #expect(try WakePhrase(text: text, ipa: spoken).limitingConfusables(to: near).confusables.count == count)
    }

    @Test("Unstressed vowels, a final er and a t between vowels have their variants")
    func variants() throws {
        let positions = try WakePhrase(text: "computer", ipa: ["kəmpjuɾɚ"]).pronunciations[0].positions
        #expect(positions.map(\.phones) == [[.k], [.ah, .ih], [.m], [.p], [.y], [.uw], [.t, .d], [.er, .ah]])
    }

    @Test(
        "Settings outside their ranges are refused by name",
        arguments: [
            SpottingSettings(threshold: -1), SpottingSettings(threshold: .nan), .init(minMargin: 30),
            .init(refractory: .init(-1)), .init(maxPhoneFrames: 1),
        ])
    func settings(_ settings: SpottingSettings) {
        #expect(throws: SpottingSettings.Invalid.self) { try settings.validated() }
    }
}
