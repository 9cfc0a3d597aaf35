internal import Foundation
internal import Speech

#if canImport(Glibc)
    internal import Glibc
#endif

/// Compiles a word graph into a model's decoding graph: the word graph with back-off to the model's language model,
/// composed with the model's lexicon.
///
/// The labels of `Gr.fst` are the word ids of the model's look-ahead lexicon, which do not change, so no other tool is
/// needed.
struct GraphCompiler {
    /// Files for the folder `graph` that replace the model's own.
    enum Files: Equatable {
        /// `HCLG.fst`: a static graph of lexicon and language model.
        case staticGraph([UInt8])
        /// `Gr.fst` next to the model's lexicon, composed by libvosk during decoding.
        case grammar([UInt8])
    }

    /// Largest number of arcs of a static graph: 32 MB. A menu's graph with the bundled model has about 120,000; one
    /// with a vocabulary of a hundred thousand words would exceed the limit.
    static let maxArcs = 2_000_000
    /// Largest vocabulary for which a static graph is tried: beyond it the graph exceeds the limit in any case, and the
    /// model's lexicon takes hundreds of megabytes.
    static let maxWords = 50_000

    /// Size of the vocabulary for which the costs of leaving a menu's graph were measured.
    private static let measuredWords: Float = 10_000

    private let model: VoskModelDescription
    private let words: VoskWords

    /// Creates a compiler.
    ///
    /// - Throws: `VoskError.grammarNotSupported` for a model with a static graph; `.graphUnreadable`.
    init(model: VoskModelDescription) throws(VoskError) {
        guard model.runtimeGraph else { throw .grammarNotSupported }
        self.model = model
        words = try VoskWords(model: model)
    }

    /// Returns the model's language model combined with a graph: as a static graph if the lexicon and the limit permit.
    ///
    /// - Parameters:
    ///   - graph: arcs with words outside the vocabulary are left out.
    ///   - limit: largest number of arcs of a static graph.
    /// - Throws: `VoskError.graphUnreadable`.
    func compiled(_ graph: WordGraph, limit: Int = maxArcs) throws(VoskError) -> Files {
        let language = combined(graph, with: try transducer("Gr.fst"))
        guard words.count <= Self.maxWords else { return .grammar(language.openFstBytes()) }
        return staticGraph(language.minimized(), limit: limit)
    }

    private func staticGraph(_ language: Transducer, limit: Int) -> Files {
        // A lexicon in another format is left to libvosk.
        guard let lexicon = try? transducer("HCLr.fst"), let disambiguation = try? disambiguationSymbols(),
            let reachability = LabelReachability(lexicon),
            let composed = StaticGraph.composed(
                reachability, disambiguation: disambiguation, with: language, limit: limit)
        else { return .grammar(language.openFstBytes()) }
        return .staticGraph(composed.openFstBytes())
    }

    private func contents(_ name: String) throws(VoskError) -> [UInt8] {
        let path = file(name)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .graphUnreadable(file: path, reason: "it cannot be read")
        }
        return [UInt8](data)
    }

    private func file(_ name: String) -> String { model.directory + "/graph/" + name }

    private func transducer(_ name: String) throws(VoskError) -> Transducer {
        let bytes = try contents(name)
        do { return try Transducer(openFst: bytes) } catch {
            throw .graphUnreadable(file: file(name), reason: error.reason)
        }
    }

    /// Returns the lexicon's input labels of disambiguation symbols: `disambig_tid.int`, one number per line.
    private func disambiguationSymbols() throws(VoskError) -> Set<Int32> {
        Set(
            String(decoding: try contents("disambig_tid.int"), as: UTF8.self).split(separator: "\n").compactMap {
                Int32($0)
            })
    }

    /// Returns the union of both automata with back-off arcs between them: the language model's states first, then the
    /// graph's.
    func combined(_ graph: WordGraph, with open: Transducer) -> Transducer {
        let offset = open.finalCosts.count
        // The back-off state is the target of most epsilon arcs, because every word backs off to it.
        let backoffState = Self.backoffState(of: open)
        // The more words the open language has, the better one of them fits any sound.
        let leaving = max(0, log(Float(words.count) / Self.measuredWords))
        let start = Int32(offset + graph.start), reentry = Int32(offset + graph.reentryState)
        var arcs = open.arcs
        arcs.reserveCapacity(open.arcs.count + graph.arcs.count + graph.stateCount + 1)
        for arc in graph.arcs {
            guard let label = words.label(arc.word) else { continue }
            arcs.append(
                .init(source: Int32(offset + arc.from), label: label, cost: arc.cost, target: Int32(offset + arc.to)))
        }
        for state in Int32(offset)..<Int32(offset + graph.stateCount) where state != start && state != reentry {
            arcs.append(
                .init(source: state, label: 0, cost: leaving + graph.backoff.fromOtherStates, target: backoffState))
        }
        arcs.append(.init(source: start, label: 0, cost: leaving + graph.backoff.fromStart, target: Int32(open.start)))
        arcs.append(.init(source: backoffState, label: 0, cost: graph.backoff.reentry, target: reentry))
        let finalCosts = open.finalCosts + (0..<graph.stateCount).map { graph.finalCosts[$0] ?? .infinity }
        return Transducer(start: Int(start), finalCosts: finalCosts, arcs: arcs)
    }

    private static func backoffState(of open: Transducer) -> Int32 {
        var counts: [Int32: Int] = [:]
        for arc in open.arcs where arc.input == 0 { counts[arc.target, default: 0] += 1 }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? Int32(open.start)
    }

    /// Creates a directory that Vosk loads as the model with this graph: links to the model's files and the files
    /// compiled here. The caller deletes it once the model is loaded. Directories left by killed processes are deleted
    /// here.
    ///
    /// - Parameters:
    ///   - graph: the expected utterances.
    ///   - parent: folder for the directory; `nil` for the system's temporary folder.
    ///   - limit: largest number of arcs of a static graph.
    func directory(with graph: WordGraph, in parent: URL?, limit: Int = maxArcs) throws(VoskError) -> URL {
        let (name, bytes, replaced): (String, [UInt8], Set<String>) =
            switch try compiled(graph, limit: limit) {
            case .staticGraph(let bytes): ("HCLG.fst", bytes, ["HCLr.fst", "Gr.fst", "disambig_tid.int"])
            case .grammar(let bytes): ("Gr.fst", bytes, ["Gr.fst"])
            }
        let files = FileManager.default
        let location = parent ?? files.temporaryDirectory
        Self.removeStale(location)
        let folder = location.appendingPathComponent("\(Self.prefix)\(getpid())-\(UUID().uuidString)")
        do {
            try files.createDirectory(
                at: folder.appendingPathComponent("graph"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let model = URL(fileURLWithPath: model.directory).standardizedFileURL.resolvingSymlinksInPath()
            for name in try files.contentsOfDirectory(atPath: model.path) where name != "graph" {
                try files.createSymbolicLink(
                    at: folder.appendingPathComponent(name), withDestinationURL: model.appendingPathComponent(name))
            }
            for name in try files.contentsOfDirectory(atPath: model.appendingPathComponent("graph").path)
            where !replaced.contains(name) {
                try files.createSymbolicLink(
                    at: folder.appendingPathComponent("graph/\(name)"),
                    withDestinationURL: model.appendingPathComponent("graph/\(name)"))
            }
            try Data(bytes).write(to: folder.appendingPathComponent("graph/\(name)"))
            // The graph written here has no symbol table, where libvosk would otherwise find the words.
            if words.areFromGraph {
                try Data(words.text.utf8).write(to: folder.appendingPathComponent("graph/words.txt"))
            }
        } catch {
            try? files.removeItem(at: folder)
            throw .graphUnreadable(file: folder.path, reason: "\(error)")
        }
        return folder
    }

    /// Prefix of the directories' names, followed by the id of the loading process.
    private static let prefix = "brews-graph-"

    /// Deletes the directories of processes that have ended.
    private static func removeStale(_ location: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: location.path)) ?? []
        where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(at: location.appendingPathComponent(name))
        }
    }
}
