internal import Foundation
internal import TestSupport
internal import Testing

/// The built `brews` program, run as a person runs it. What it prints with `--json` must be documented; the records of
/// `brews bench` are described with the benchmarks.
struct Brews {
    let code: Int32
    let output: String
    let errors: String

    /// The JSON objects of the output, one a line.
    var objects: [[String: Any]] {
        output.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// - Parameters:
    ///   - words: the command line.
    ///   - input: standard input.
    ///   - environment: added to this process's.
    ///   - seconds: how long a program may take that would go on for ever if it were wrong; its code is 124 when it
    ///     took longer.
    static func run(
        _ words: [String], input: Data = Data(), environment: [String: String] = [:], atMost seconds: Int? = nil
    ) throws -> Brews {
        guard let seconds else { return try run(program, words, input: input, environment: environment) }
        return try run(
            URL(fileURLWithPath: "/usr/bin/timeout"), ["\(seconds)", path] + words, input: input,
            environment: environment)
    }

    /// Runs a line of Bash, for what only a shell can do with a program's files.
    ///
    /// - Parameters:
    ///   - line: in which `"$0"` is `brews`, and `$1` and so on are the words.
    static func shell(_ line: String, _ words: String...) throws -> Brews {
        try run(URL(fileURLWithPath: "/bin/bash"), ["-c", line, path] + words, input: Data(), environment: [:])
    }

    private static func run(_ program: URL, _ words: [String], input: Data, environment: [String: String]) throws
        -> Brews
    {
        let folder = try TemporaryFolder()
        // Files, not pipes: neither side can be kept waiting by a full buffer.
        let files = try ["in", "out", "err"].map { name in
            let path = folder.path(name)
            try (name == "in" ? input : Data()).write(to: URL(fileURLWithPath: path))
            return try FileHandle(forUpdating: URL(fileURLWithPath: path))
        }
        let process = Process()
        process.executableURL = program
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = files[0]
        process.standardOutput = files[1]
        process.standardError = files[2]
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) -> String {
            FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let code = process.terminationReason == .exit ? process.terminationStatus : 1_000 + process.terminationStatus
        let brews = Brews(code: code, output: text("out"), errors: text("err"))
        if words.contains("--json"), words.first != "bench" {
            let unknown = DocumentedJSON.undocumented(in: brews.objects)
            #expect(unknown.isEmpty, "JSONReference.md does not name these fields of brews \(words.first ?? "")")
        }
        return brews
    }

    /// Where the program is, for tests that let another program run it.
    static var path: String { program.path }

    /// Runs another program and gives what it wrote to standard output.
    static func capture(_ path: String, _ words: [String], environment: [String: String] = [:]) throws -> String {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path("out"))
        try Data().write(to: url)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forUpdating: url)
        try process.run()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }

    /// The program beside the running tests.
    private static let program: URL = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = tests.appendingPathComponent("brews")
        return FileManager.default.isExecutableFile(atPath: beside.path)
            ? beside : Repository.root.appendingPathComponent(".build/debug/brews")
    }()
}
