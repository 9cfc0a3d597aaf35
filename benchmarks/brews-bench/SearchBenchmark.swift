internal import BrewsCLI
internal import Catalogue
internal import Foundation
internal import MoonshineEngine
internal import Resampling
internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis
internal import VoiceSearch

/// `brews-bench search`: spoken queries through the recogniser and the search of the page `/search`.
struct SearchBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench search",
        summary: "Spoken queries over the shipped catalogue, or the menu: how often the right item is found.",
        operands: "",
        options: [
            OptionSpec("queries", value: "N", "how many, a different item each (default: 200)"),
            OptionSpec("voice", value: "NAME", "voice of espeak-ng; repeat for more (default: four of them)"),
            OptionSpec("recordings", value: "DIR", "N.wav is the Nth query of --list, instead of the voices"),
            OptionSpec("items", "items of the menu instead of books"),
            OptionSpec("list", "print the queries, one a line, and end"),
            OptionSpec("noise", value: "FILE", "add this recording to the speech"),
            OptionSpec("snr", value: "N", "signal-to-noise ratio in dB (default: 15); with --noise"),
            OptionSpec("typed", "the words with one typing error each, instead of speech"),
            OptionSpec("misses", "list the queries whose item was not the first"),
        ],
        examples: [
            ("brews-bench search --noise coffee-shop.wav --snr 15", "200 queries by four voices"),
            ("brews-bench search --items --queries 40 --misses", "items of the menu, and what was heard instead"),
            ("brews-bench search --typed", "one typing error a query"),
        ])

    private static let voices = ["en-us", "en-gb", "en-us+f3", "en-gb-scotland+m3"]
    private static let mostPhrases = 2_000
    /// Step through the catalogue; has no common divisor with its length.
    private static let step = 97

    /// A query, and the item that answers it.
    private struct Query {
        let item: CatalogueItem
        let text: String
        let namesCreator: Bool

        /// Whether a hit is the item, or another edition of it.
        func isAnswered(by hit: CatalogueHit) -> Bool {
            if hit.item.id == item.id { return true }
            return Query.spoken(hit.item.title) == Query.spoken(item.title)
                && (!namesCreator || hit.item.creators == item.creators)
        }

        /// A title without its subtitle, as it is said.
        static func spoken(_ title: String) -> String {
            String(title.prefix { !":;(".contains($0) }).trimmingCharacters(in: .whitespaces)
        }
    }

    private struct Report: Encodable {
        var queries = 0
        var first = 0
        var amongFive = 0
        var seconds = 0.0
        var searchMilliseconds = 0.0
    }

    private let arguments: Arguments
    private let setup: Setup

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() async throws {
        let catalogue = try Catalogue.demonstration()
        let isOfMenu = arguments.has("items")
        let index = try SearchIndex(catalogue: catalogue, menu: setup.menu())
        let items = isOfMenu ? MenuList.items(try setup.menu()) : try catalogue.items(limit: catalogue.count)
        let queries = queries(of: items, count: try arguments.integer("queries", in: 1...5_000) ?? 200)
        if arguments.has("list") { return queries.forEach { setup.console.line($0.text) } }
        let recognizer =
            arguments.has("typed")
            ? nil
            : try MoonshineVoiceService(model: setup.verifiedModel())
        let vocabulary = RecognitionVocabulary(
            phrases: try index.phrases(limit: Self.mostPhrases),
            leadIns: index.leadIns)
        let mixer = try await mixer()
        let decibels = try arguments.noiseRatios().last ?? 15
        var report = Report()
        for (number, query) in queries.enumerated() {
            var heard = Self.mistyped(query.text, number)
            let began = ContinuousClock.now
            if let recognizer {
                var samples = try await speech(of: query, number)
                samples = mixer?.mix(samples, index: number, decibels: Double(decibels)) ?? samples
                heard = try await hear(samples, recognizer, vocabulary)
            }
            let searched = ContinuousClock.now
            let hits = try index.search(heard, limit: 12)
            report.queries += 1
            report.seconds += (ContinuousClock.now - began).seconds
            report.searchMilliseconds += (ContinuousClock.now - searched).seconds * 1_000
            let place = hits.firstIndex(where: query.isAnswered)
            if place == 0 { report.first += 1 }
            if (place ?? 5) < 5 { report.amongFive += 1 }
            if place != 0, arguments.has("misses") {
                let found = hits.first.map { "\($0.item.title) (\(Int($0.score * 100)))" } ?? "nothing"
                setup.console.note("  \(number + 1) “\(query.text)”, heard “\(heard)”: \(found)")
            }
        }
        try show(report)
    }

    // MARK: Queries

    private func queries(of items: [CatalogueItem], count: Int) -> [Query] {
        (0..<count).map { number in
            let item = items[number * Self.step % items.count], title = Query.spoken(item.title)
            let creator = item.creators.first
            let text =
                switch (number / 4 % 5, creator) {
                case (1, _): "do you have \(title)"
                case (2, let creator?): "\(title) by \(creator)"
                case (3, _): "i'm looking for \(title)"
                case (4, let creator?): "can i get \(title) by \(creator)"
                default: title
                }
            return Query(item: item, text: text, namesCreator: creator.map(text.contains) ?? false)
        }
    }

    /// The text with one letter of its longest word left out, doubled, replaced, or exchanged with the next.
    private static func mistyped(_ text: String, _ number: Int) -> String {
        var words = text.split(separator: " ").map(String.init)
        guard let longest = words.indices.max(by: { words[$0].count < words[$1].count }), words[longest].count > 3
        else {
            return text
        }
        var letters = Array(words[longest])
        let place = 1 + number * 7 % (letters.count - 2)
        switch number % 4 {
        case 0: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        case 2: letters[place] = letters[place] == "e" ? "r" : "e"
        default: letters.swapAt(place, place + 1)
        }
        words[longest] = String(letters)
        return words.joined(separator: " ")
    }

    // MARK: Speech

    private func speech(of query: Query, _ number: Int) async throws -> [Int16] {
        // A pause follows, as in a room.
        let pause = [Int16](repeating: 0, count: SampleRate.speech / 2)
        if let folder = arguments.value("recordings") {
            return try await OrderCorpus.samples("\(folder)/\(number + 1).wav") + pause
        }
        let named = arguments.values("voice"), voices = named.isEmpty ? Self.voices : named
        let voice = try EspeakSynthesizer(settings: TTSVoiceProfile(voice: voices[number % voices.count]))
        let clip = try await voice.synthesize(query.text)
        return try Resampler.convert(clip.samples, from: clip.sampleRate, to: SampleRate.speech) + pause
    }

    private func hear(
        _ samples: [Int16], _ recognizer: any VoiceService, _ vocabulary: RecognitionVocabulary
    ) async throws -> String {
        var words: [String] = []
        for try await result in try await recognizer.startListening(to: ClipInput(samples), vocabulary: vocabulary)
        where !result.isVolatile {
            words += result.words.map(\.text)
        }
        return words.joined(separator: " ")
    }

    private func mixer() async throws -> NoiseMixer? {
        guard let file = arguments.value("noise") else { return nil }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return NoiseMixer(name: name, noise: try await OrderCorpus.samples(file), seed: 1)
    }

    private func show(_ report: Report) throws {
        if setup.json { return try setup.console.json(report) }
        func percent(_ count: Int) -> String { String(format: "%.1f %%", 100 * Double(count) / Double(report.queries)) }
        setup.console.line(
            "\(report.queries) queries: \(report.first) right first (\(percent(report.first))), "
                + "\(report.amongFive) among five (\(percent(report.amongFive))), "
                + String(
                    format: "%.0f ms each, %.1f of them the search", report.seconds * 1_000 / Double(report.queries),
                    report.searchMilliseconds / Double(report.queries)))
    }
}
