// swift-tools-version: 6.2
import PackageDescription

/// Whether SwiftPM has checked this package out as a dependency by version. It refuses compiler flags of the package's
/// own there, which nobody but this package's tests needs.
let isDependency = !Set(Context.packageDirectory.split(separator: "/")).isDisjoint(with: ["checkouts", "registry"])

/// Debug builds of the package itself compile a module at once, with line numbers for crashes alone: three fifths
/// of the time of a build file by file.
let wholeModules: [SwiftSetting] = [
    .unsafeFlags(
        ["-disable-batch-mode", "-wmo", "-no-emit-module-separately-wmo", "-num-threads", "2", "-gline-tables-only"],
        .when(configuration: .debug))
]

let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (isDependency ? [] : wholeModules)

/// Modules optimised in debug builds, because the tests listen to minutes of audio: unoptimised three times as long.
/// The parser's modules are not among them, because their optimisation takes longer than it saves in the tests.
let optimised: Set = [
    "Catalogue", "Moonshine", "Phonetics", "SQLiteConnection", "Speech", "VoiceActivity", "VoskEngine", "WakeWord",
]

/// Modules unoptimised in release builds, too: they wait for files, processes and people, and optimising them is a
/// quarter of the time of the build.
let unoptimised: Set = [
    "BrewsCLI", "EngineHost", "ModelCatalogue", "SpeechAssembly", "SQLiteOrderStore",
]

/// A Swift target under `Sources/` with the project's compiler settings.
///
/// - Parameter files: files that `CEmbeddedFiles` compiles into the program, or that are for readers.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], files: [String] = []) -> Target {
    var speed: [SwiftSetting] = []
    if !isDependency, optimised.contains(name) { speed = [.unsafeFlags(["-O"], .when(configuration: .debug))] }
    if !isDependency, unoptimised.contains(name) { speed = [.unsafeFlags(["-Onone"], .when(configuration: .release))] }
    return .target(name: name, dependencies: dependencies, exclude: files, swiftSettings: settings + speed)
}

/// A C library from Debian, reached through pkg-config.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A C target under `Sources/`: C code for what no library provides or Swift cannot express; optimised in debug builds.
func own(_ name: String) -> Target {
    let fast: [CSetting] = isDependency ? [] : [.unsafeFlags(["-O2"], .when(configuration: .debug))]
    return .target(name: name, cSettings: [.treatAllWarnings(as: .error)] + fast)
}

/// A test target under `Tests/`.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)", exclude: exclude,
        swiftSettings: settings)
}

let vocabulary: [Target] = [
    module("EmbeddedFiles", ["CEmbeddedFiles"]),
    module("Speech"),
    module("SegmentStreaming", ["Speech"]),
    module("Moonshine", ["CMatrixProducts", "Speech"]),
    module(
        "Ordering", ["EmbeddedFiles"],
        files: [
            "Menu/BuiltIn", "Menu/owner-en.json", "Words/en-corrections.json", "Words/service-words.json",
            "Menu/README.md",
        ]),
    module("Conversation", ["Ordering"]),
    module("PlatformSupport", ["CLoader", "CProcess"]),
    module("Resampling", ["CSampleRate"]),
    module("SQLiteConnection", ["CSQLite"]),
    module("Phonetics", ["EmbeddedFiles"], files: ["en-sounds.json"]),
]

let cLibraries: [Target] = [
    own("CEmbeddedFiles"),
    own("CLoader"),
    own("CMatrixProducts"),
    .systemLibrary(name: "CVosk"),
    .systemLibrary(name: "CWhisper"),
    .systemLibrary(name: "CProcess"),
    .systemLibrary(name: "CEpoll"),
    .systemLibrary(name: "CQREncode"),
    library("CEspeakNG", pkgConfig: "espeak-ng", apt: "libespeak-ng-dev"),
    library("CALSA", pkgConfig: "alsa", apt: "libasound2-dev"),
    library("CSampleRate", pkgConfig: "samplerate", apt: "libsamplerate0-dev"),
    library("CSpeexDSP", pkgConfig: "speexdsp", apt: "libspeexdsp-dev"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    // Without pkg-config, whose flags would link it: it is opened at run time, by the download alone.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
]

let adapters: [Target] = [
    module(
        "Catalogue", ["EmbeddedFiles", "Ordering", "Phonetics", "SQLiteConnection"],
        files: ["Demonstration/books.csv"]),
    module("VoskEngine", ["CMatrixProducts", "CVosk", "PlatformSupport", "Speech"]),
    module("WhisperEngine", ["CWhisper", "PlatformSupport", "SegmentStreaming", "Speech"]),
    module("MoonshineEngine", ["Moonshine", "PlatformSupport", "SegmentStreaming", "Speech"]),
    module("TwoPassEngine", ["Resampling", "Speech"]),
    module("SpeechSynthesis", ["CEspeakNG", "PlatformSupport", "Speech"]),
    module("ALSAAudio", ["CALSA", "PlatformSupport", "Resampling", "Speech"]),
    module("AudioFiles", ["PlatformSupport", "Resampling", "Speech"]),
    module("SpeexEcho", ["CSpeexDSP", "Speech"]),
    module("KioskWeb", ["CEpoll", "EmbeddedFiles", "PlatformSupport", "Ordering", "Speech"], files: ["Page"]),
    module("EngineHost", ["PlatformSupport", "Speech"]),
    module("CoverReading", ["Ordering", "PlatformSupport", "Speech"]),
    module("QRCodes", ["CQREncode", "PlatformSupport"]),
    module("Receipts", ["EmbeddedFiles", "Ordering", "PlatformSupport", "Speech"], files: ["words.json"]),
    module(
        "ModelCatalogue", ["CCrypto", "CCurl", "CZlib", "EmbeddedFiles", "PlatformSupport", "Speech"],
        files: ["catalogue.json"]),
    module(
        "SQLiteOrderStore", ["CSQLite", "EmbeddedFiles", "PlatformSupport", "Ordering", "SQLiteConnection"],
        files: ["Privacy/number-words.json"]),
    module(
        "Notebook", ["Conversation", "EmbeddedFiles", "Ordering", "PlatformSupport", "SQLiteConnection"],
        files: ["default-questions.json"]),
]

let logic: [Target] = [
    module("VoiceActivity", ["Speech"]),
    module(
        "Transcription", ["EmbeddedFiles", "Speech", "Ordering"],
        files: ["Language/en.json", "Language/completion.json", "Language/icons.json"]),
    module(
        "OrderParsing", ["EmbeddedFiles", "Ordering", "Phonetics", "Speech"],
        files: ["en", "de", "ko", "short-forms-en", "menu-search-en"].map { "Language/\($0).json" }),
    module("MenuLanguageModel", ["OrderParsing", "Ordering", "Speech"]),
    module("NoteMatching", ["EmbeddedFiles", "OrderParsing", "Ordering", "Phonetics"], files: ["words-en.json"]),
    module("OrderSession", ["EmbeddedFiles", "Ordering"], files: ["Confirmation/Keywords"]),
    module(
        "Feedback", ["EmbeddedFiles", "Resampling", "Speech", "Ordering"],
        files: ["en", "es", "fr", "de"].map { "Language/\($0).json" } + ["Earcons/earcons.json"]),
    module(
        "WakeWord", ["EmbeddedFiles", "Moonshine", "Speech"],
        files: ["Spotting/phone-bigram.json", "Spotting/common-words.txt", "Spotting/common-words.LICENSE"]),
]

/// All of the above, for what composes it.
let everything = (vocabulary + adapters + logic).map { Target.Dependency(stringLiteral: $0.name) }

let application: [Target] = [
    module(
        "VoiceOrdering",
        ["Speech", "Ordering", "VoiceActivity", "Transcription", "OrderParsing", "OrderSession", "Feedback"]),
    module(
        "KioskRuntime",
        [
            "VoiceOrdering", "Speech", "Ordering", "VoiceActivity", "WakeWord", "Transcription", "OrderParsing",
            "OrderSession", "Feedback",
        ]),
    module(
        "SpeechAssembly",
        [
            "AudioFiles", "MenuLanguageModel", "ModelCatalogue", "OrderParsing", "Moonshine", "MoonshineEngine",
            "Ordering", "Speech",
            "SpeechSynthesis",
            "TwoPassEngine", "VoskEngine", "WakeWord", "WhisperEngine",
        ]),
    module(
        "VoiceKit",
        [
            "ALSAAudio", "AudioFiles", "EmbeddedFiles", "Feedback", "ModelCatalogue", "MoonshineEngine",
            "OrderParsing", "Ordering", "Phonetics", "PlatformSupport", "Speech", "SpeechAssembly", "SpeechSynthesis",
            "VoiceActivity", "VoiceOrdering", "VoskEngine",
        ],
        files: ["Numbers/spoken-numbers-en.json", "Names/names-en.json"]),
    module(
        "VoiceSearch", ["Catalogue", "EmbeddedFiles", "OrderParsing", "Ordering"], files: ["Query/search-en.json"]),
    module("Desks", ["Catalogue", "Conversation", "Ordering", "QRCodes", "Speech", "VoiceSearch"]),
    module(
        "BrewsCLI",
        everything + ["VoiceOrdering", "KioskRuntime", "SpeechAssembly", "VoiceKit", "VoiceSearch", "Desks"]),
    .executableTarget(name: "brews", dependencies: ["BrewsCLI", "PlatformSupport"], swiftSettings: settings),
    .target(
        name: "OrderSets", dependencies: ["Ordering", "OrderSession", "Feedback"], path: "benchmarks/order-sets",
        swiftSettings: settings),
    .target(name: "EchoRoom", path: "benchmarks/echo-room", swiftSettings: settings),
    .executableTarget(
        name: "brews-bench",
        dependencies: everything + [
            "BrewsCLI", "CMatrixProducts", "VoiceOrdering", "KioskRuntime", "SpeechAssembly", "OrderSets", "EchoRoom",
        ],
        path: "benchmarks/brews-bench", swiftSettings: settings),
]

let testing: [Target] = [
    .target(
        name: "VoiceServiceContract", dependencies: ["Speech"], path: "Tests/VoiceServiceContract",
        swiftSettings: settings),
    .target(
        name: "TestSupport", dependencies: ["Speech", "Ordering", "VoiceServiceContract"], path: "Tests/TestSupport",
        swiftSettings: settings),
    tests("SpeechTests", ["Speech", "PlatformSupport"]),
    tests("VoiceActivityTests", ["VoiceActivity", "Speech"]),
    tests("OrderingTests", ["Ordering"]),
    tests(
        "OrderParsingTests", ["OrderParsing", "MenuLanguageModel", "OrderSession", "Ordering", "Phonetics", "Speech"]),
    tests("ConversationTests", ["Conversation", "Ordering"]),
    tests("NoteMatchingTests", ["NoteMatching", "Ordering"], exclude: ["Sets"]),
    tests("OrderSessionTests", ["OrderSession", "OrderParsing", "OrderFuzzing", "Feedback", "Ordering"]),
    tests("FeedbackTests", ["Feedback", "Ordering", "Speech"]),
    tests("TranscriptionTests", ["Transcription", "OrderParsing", "Ordering", "Speech"]),
    tests(
        "KioskRuntimeTests",
        [
            "VoiceOrdering", "KioskRuntime", "VoiceActivity", "WakeWord", "Transcription", "OrderParsing",
            "OrderSession", "Feedback", "VoskEngine", "ModelCatalogue", "AudioFiles", "Ordering", "Speech",
        ]),
    tests(
        "UnderstandingTests", ["OrderSets", "OrderParsing", "OrderSession", "Ordering"],
        exclude: ["Frozen", "OtherPeople", "Phrasings", "README.md", "Sets"]),
    tests("AudioFilesTests", ["AudioFiles", "Resampling", "Speech"]),
    tests("ALSAAudioTests", ["ALSAAudio", "AudioFiles", "ModelCatalogue", "Resampling", "VoskEngine", "Speech"]),
    tests("SpeexEchoTests", ["SpeexEcho", "EchoRoom", "AudioFiles", "Speech"]),
    tests("ModelCatalogueTests", ["ModelCatalogue"]),
    tests("SpeechSynthesisTests", ["SpeechSynthesis", "Speech"]),
    tests(
        "VoiceServiceTests",
        [
            "VoskEngine", "CMatrixProducts", "PlatformSupport", "WhisperEngine", "Moonshine", "MoonshineEngine",
            "TwoPassEngine", "EngineHost", "engine-host-child", "AudioFiles", "ModelCatalogue",
            "MenuLanguageModel", "OrderParsing", "VoiceOrdering", "Ordering", "Speech",
        ]),
    tests("EngineHostTests", ["EngineHost", "engine-host-child", "SpeechSynthesis", "PlatformSupport", "Speech"]),
    .executableTarget(
        name: "engine-host-child",
        dependencies: [
            "EngineHost", "VoskEngine", "WhisperEngine", "Moonshine", "MoonshineEngine", "TwoPassEngine",
            "SpeechSynthesis", "ModelCatalogue",
            "PlatformSupport", "TestSupport", "Speech",
        ],
        path: "Tests/engine-host-child", swiftSettings: settings),
    tests(
        "SQLiteOrderStoreTests",
        [
            "SQLiteOrderStore", "Conversation", "Notebook", "SQLiteConnection", "CSQLite", "order-store-child",
            "PlatformSupport",
            "Ordering",
        ]),
    .executableTarget(
        name: "order-store-child", dependencies: ["SQLiteOrderStore", "Ordering"], path: "Tests/order-store-child",
        swiftSettings: settings),
    tests(
        "VoiceKitTests",
        [
            "VoiceKit", "AudioFiles", "Feedback", "ModelCatalogue", "Resampling", "SpeechAssembly", "SpeechSynthesis",
            "Speech", "VoiceActivity", "VoiceOrdering", "VoskEngine",
        ]),
    tests("CatalogueTests", ["Catalogue", "VoiceSearch", "Ordering"]),
    tests("TwoPassEngineTests", ["TwoPassEngine", "Speech"]),
    tests("WhisperEngineTests", ["WhisperEngine", "SegmentStreaming", "PlatformSupport", "Speech"]),
    tests("SegmentStreamingTests", ["SegmentStreaming", "Speech"]),
    tests(
        "MoonshineTests",
        ["Moonshine", "MoonshineEngine", "SegmentStreaming", "AudioFiles", "SpeechSynthesis", "Speech"],
        exclude: ["Fixtures"]),
    tests(
        "WakeWordTests",
        ["WakeWord", "Moonshine", "VoskEngine", "SpeechSynthesis", "AudioFiles", "ModelCatalogue", "Speech"],
        exclude: ["Fixtures"]),
    tests(
        "KioskWebTests", ["KioskWeb", "Catalogue", "Conversation", "Desks", "Notebook", "Ordering", "Speech"],
        exclude: ["Screens"]),
    tests("ReceiptsTests", ["Ordering", "Receipts", "Speech"]),
    tests("DesksTests", ["Desks", "Catalogue", "Conversation", "Notebook", "Ordering", "QRCodes", "Speech"]),
    tests(
        "CommandLineTests",
        [
            "BrewsCLI", "Catalogue", "Conversation", "CoverReading", "Desks", "KioskWeb", "NoteMatching", "Notebook",
            "OrderParsing", "SQLiteOrderStore", "ALSAAudio", "AudioFiles", "Feedback", "OrderSession", "Ordering",
            "PlatformSupport", "Speech", "SpeechAssembly", "SpeechSynthesis", "VoskEngine", "WakeWord",
        ]),
]

/// The examples for packages that embed Brews, built here so that every gate compiles and runs them.
let examples: [Target] = [
    ("order", "Order", ["AudioFiles", "ModelCatalogue", "Ordering", "SpeechAssembly", "VoiceOrdering", "VoskEngine"]),
    ("text-to-cart", "TextToCart", ["Feedback", "OrderParsing", "OrderSession", "Ordering"]),
    ("transcribe", "Transcribe", ["AudioFiles", "ModelCatalogue", "Speech", "SpeechAssembly", "VoskEngine"]),
    (
        "listen", "Listen",
        ["AudioFiles", "ModelCatalogue", "Speech", "SpeechAssembly", "VoiceActivity", "WakeWord"]
    ),
    ("own-engine", "OwnEngine", ["Speech", "VoiceServiceContract"]),
    ("speak", "Speak", ["AudioFiles", "Speech", "SpeechSynthesis"]),
    ("converse", "Converse", ["VoiceKit"]),
].map { name, folder, modules in
    .executableTarget(
        name: "example-" + name, dependencies: modules.map { .init(stringLiteral: $0) },
        path: "Tests/Examples/Sources/\(folder)", swiftSettings: settings)
}

/// Text to order with bytes from libFuzzer; `scripts/fuzz` builds and runs it.
let fuzzing: [Target] = [
    .systemLibrary(name: "CFuzzer", path: "Tests/fuzz/CFuzzer"),
    .target(
        name: "OrderFuzzing", dependencies: ["OrderParsing", "OrderSession", "Feedback", "Ordering"],
        path: "Tests/fuzz/order-fuzzing",
        exclude: ["stand.json"], swiftSettings: settings),
    .executableTarget(
        name: "brews-fuzz", dependencies: ["OrderFuzzing", "CFuzzer"], path: "Tests/fuzz/brews-fuzz",
        swiftSettings: settings),
]

/// One library product a module, for packages that embed parts of Brews; `VoiceOrdering` has all that takes an order
/// from a recording.
let libraries: [Product] =
    [
        "Speech", "Ordering", "VoiceActivity", "WakeWord", "Transcription", "OrderParsing", "OrderSession", "Feedback",
        "VoskEngine", "WhisperEngine", "Moonshine", "MoonshineEngine", "SegmentStreaming", "TwoPassEngine",
        "EngineHost", "SpeechSynthesis", "ALSAAudio", "AudioFiles",
        "Resampling", "SpeexEcho", "SQLiteOrderStore", "Catalogue", "VoiceSearch", "ModelCatalogue", "SpeechAssembly",
        "KioskRuntime", "KioskWeb", "MenuLanguageModel", "VoiceKit", "VoiceServiceContract", "Notebook", "NoteMatching",
        "Conversation",
    ].map { .library(name: $0, targets: [$0]) } + [
        .library(
            name: "VoiceOrdering",
            targets: [
                "VoiceOrdering", "AudioFiles", "ModelCatalogue", "OrderParsing", "Ordering", "Speech",
                "SpeechAssembly", "Transcription", "TwoPassEngine", "VoskEngine",
            ])
    ]

let package = Package(
    name: "Brews",
    products: [
        .executable(name: "brews", targets: ["brews"]),
        .executable(name: "brews-bench", targets: ["brews-bench"]),
        .executable(name: "brews-fuzz", targets: ["brews-fuzz"]),
    ] + libraries,
    targets: vocabulary + cLibraries + adapters + logic + application + testing + examples + fuzzing
)
