internal import Foundation

/// A benchmark of a report: how it is started, and what of its rows a table shows.
struct ReportStep {
    /// A column: its title, and where its value is in a row, as `times.p95`.
    typealias Column = (title: String, path: String)

    let name: String
    /// The command line: a program beside this one, and its arguments.
    let words: [String]
    /// Files and folders without which it is left out.
    let needs: [String]
    let columns: [Column]
}

/// The benchmarks of a report.
enum ReportPlan {
    /// - Parameters:
    ///   - evaluation: the folder with the recordings to measure against.
    ///   - isForBoards: whether to take only what needs nothing but the checkout.
    static func steps(evaluation: String, isForBoards: Bool) -> [ReportStep] {
        let short = [understanding, parse, isolation, speech, products, typedSearch]
        if isForBoards { return [tune] + short }
        let noises = ["kitchen", "coffee-shop"]
        let inNoise = noises.flatMap { noise in [1, 2].map { orders(evaluation, noise: noise, seed: $0) } }
        return short + inNoise + [latency(evaluation), search(evaluation), wake(evaluation)]
    }

    private static let menu = "benchmarks/menus/coffee-orders.json"
    private static let recordings = "Tests/Recordings/can-i-get-a-large-iced-latte-please.wav"

    private static let tune = ReportStep(
        name: "stages of the kiosk", words: ["brews", "tune", "--json"], needs: [],
        columns: [
            ("recognition, s for 1 s", "figures.recognitionFactor"),
            ("second reading", "figures.secondReadingFactor"),
            ("wake phrase, talk", "figures.wakeTalkShare"), ("longest look, ms", "figures.wakeLookMilliseconds"),
            ("a text, ms", "figures.parseMilliseconds"), ("espeak-ng, ms", "figures.espeakMilliseconds"),
            ("start, s", "figures.loadSeconds"), ("memory, MB", "figures.memoryMegabytes"),
        ])

    private static let understanding = ReportStep(
        name: "texts understood",
        words: ["brews-bench", "understanding"]
            + ["cafe", "copper-kettle", "grill", "scoops", "taqueria"].map { "Tests/UnderstandingTests/Sets/\($0)" },
        needs: ["Tests/UnderstandingTests/Sets"],
        columns: [("set", "set"), ("kind", "kind"), ("right", "right"), ("of", "total")])

    private static let parse = ReportStep(
        name: "time to understand a text", words: ["brews-bench", "parse"], needs: [],
        columns: [
            ("menu", "menu"), ("items", "items"), ("stage", "stage"), ("p50, µs", "p50Microseconds"),
            ("p99, µs", "p99Microseconds"), ("p99.9, µs", "p999Microseconds"),
        ])

    private static let isolation = ReportStep(
        name: "engine in a process of its own", words: ["brews-bench", "isolation", recordings], needs: [recordings],
        columns: [("measure", "measure"), ("count", "count")] + milliseconds(["p50", "p95", "p99", "max"]))

    private static let speech = ReportStep(
        name: "silence before the kiosk speaks", words: ["brews-bench", "speech", "--voice", "en-us"], needs: [],
        columns: [("sentences", "kind"), ("voice", "voice")] + milliseconds(["p50", "p95", "max"]))

    private static let products = ReportStep(
        name: "matrix products of the network", words: ["brews-bench", "products"], needs: [],
        columns: [
            ("product", "product"), ("layers", "layers"), ("OpenBLAS, µs", "libraryMicroseconds"),
            ("ours, µs", "oursMicroseconds"),
        ])

    private static let searchColumns: [ReportStep.Column] = [
        ("queries", "queries"), ("first", "first"), ("among five", "amongFive"),
        ("all searches, ms", "searchMilliseconds"),
    ]

    private static let typedSearch = ReportStep(
        name: "searches with a typing error", words: ["brews-bench", "search", "--typed"], needs: [],
        columns: searchColumns)

    private static func search(_ evaluation: String) -> ReportStep {
        let noise = "\(evaluation)/noise/coffee-shop.wav"
        return ReportStep(
            name: "searches by voice, coffee shop at 15 dB",
            words: ["brews-bench", "search", "--noise", noise, "--snr", "15"], needs: [noise], columns: searchColumns)
    }

    private static func orders(_ evaluation: String, noise: String, seed: Int) -> ReportStep {
        let (takes, sound) = ("\(evaluation)/coffee-orders", "\(evaluation)/noise/\(noise).wav")
        return ReportStep(
            name: "recorded orders, noise \(noise), seed \(seed)",
            words: [
                "brews-bench", "orders", takes, "--menu", menu, "--noise", sound, "--snr", "15", "--snr", "6", "--seed",
                "\(seed)",
            ],
            needs: [takes, sound],
            columns: [
                ("condition", "condition"), ("accepted", "accepted"), ("of", "takes"),
                ("real-time factor", "realTimeFactor"), ("preview p95, ms", "audioToPreviewMilliseconds.p95"),
                ("preview p99, ms", "audioToPreviewMilliseconds.p99"),
            ])
    }

    private static func latency(_ evaluation: String) -> ReportStep {
        let takes = "\(evaluation)/coffee-orders"
        return ReportStep(
            name: "delay of words", words: ["brews-bench", "latency", takes, "--engine", "vosk", "--menu", menu],
            needs: [takes],
            columns: [
                ("speech", "speech"), ("orders", "orders"),
                ("word shown, p50, ms", "wordEndToVolatileMilliseconds.p50"),
                ("p95", "wordEndToVolatileMilliseconds.p95"),
                ("last word stable, p50, ms", "orderEndToLastStableMilliseconds.p50"),
                ("p95", "orderEndToLastStableMilliseconds.p95"),
            ])
    }

    private static func wake(_ evaluation: String) -> ReportStep {
        let (phrases, talk) = ("\(evaluation)/wake-words", "\(evaluation)/coffee-orders")
        return ReportStep(
            name: "wake phrases", words: ["brews-bench", "wake", phrases, "--background", talk, "--minutes", "10"],
            needs: [phrases, talk],
            columns: [
                ("phrase", "phrase"), ("part", "part"), ("false alarms an hour", "falseAlarmsPerHour"),
                ("threshold", "threshold"), ("missed", "missed.clean"),
            ])
    }

    private static func milliseconds(_ names: [String]) -> [ReportStep.Column] {
        names.map { ("\($0), ms", "\($0)Milliseconds") }
    }
}
