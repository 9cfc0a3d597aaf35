internal import Foundation
internal import Speech

#if canImport(Glibc)
    internal import Glibc
#endif

/// Puts what guests say into a model's decoding graph: the word graph over the model's open language, and its lexicon
/// through both.
///
/// The model's `Gr.fst` is over the word numbers of its look-ahead lexicon, which do not change, so this needs no other
/// program.
struct GraphCompiler {
    /// What Vosk finds in the folder `graph` in place of the model's own.
    enum Files: Equatable {
        /// `HCLG.fst`: lexicon and words as one.
        case whole([UInt8])
        /// `Gr.fst` beside the model's lexicon, which libvosk composes while it listens.
        case words([UInt8])
    }

    /// Arcs of a whole graph, at most: 32 MB. A menu's graph over the bundled model has some 120,000; a model of a
    /// hundred thousand words would have more.
    static let most = 2_000_000

    private let model: VoskModelDescription
    private let words: VoskWords

    /// - Throws: `VoskError.grammarNotSupported` for a model whose graph is compiled in; `.graphUnreadable`.
    init(model: VoskModelDescription) throws(VoskError) {
        guard model.runtimeGraph else { throw .grammarNotSupported }
        self.model = model
        words = try VoskWords(model: model)
    }

    /// The model's language with this graph over it: whole where its lexicon allows that and the limit does.
    ///
    /// - Parameter graph: arcs with words that the dictionary lacks are left out.
    /// - Throws: `VoskError.graphUnreadable`.
    func compiled(_ graph: WordGraph, limit: Int = most) throws(VoskError) -> Files {
        let language = laid(graph, over: try transducer("Gr.fst")).withEqualStatesMerged()
        // A lexicon in another form is libvosk's to read, or to refuse.
        guard let lexicon = try? transducer("HCLr.fst"), let marks = try? marks(),
            let reach = LabelReachability(lexicon),
            let whole = StaticGraph.composed(reach, marks: marks, with: language, limit: limit)
        else { return .words(language.constantForm()) }
        return .whole(whole.constantForm())
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
        do { return try Transducer(constantForm: bytes) } catch {
            throw .graphUnreadable(file: file(name), reason: error.reason)
        }
    }

    /// Input labels of the lexicon that stand for no sound: `disambig_tid.int`, a number a line.
    private func marks() throws(VoskError) -> Set<Int32> {
        Set(
            String(decoding: try contents("disambig_tid.int"), as: UTF8.self).split(separator: "\n").compactMap {
                Int32($0)
            })
    }

    /// The open language's states first, then the graph's.
    func laid(_ graph: WordGraph, over open: Transducer) -> Transducer {
        let offset = open.ends.count
        // Every word leads back there, so it is where most arcs without a word go.
        let backed = Self.backOff(open)
        let start = Int32(offset + graph.start), entrance = Int32(offset + graph.entrance)
        var arcs = open.arcs
        arcs.reserveCapacity(open.arcs.count + graph.arcs.count + graph.stateCount + 1)
        for arc in graph.arcs {
            guard let label = words.label(arc.word) else { continue }
            arcs.append(
                .init(source: Int32(offset + arc.from), label: label, cost: arc.cost, target: Int32(offset + arc.to)))
        }
        for state in Int32(offset)..<Int32(offset + graph.stateCount) where state != start && state != entrance {
            arcs.append(.init(source: state, label: 0, cost: graph.doors.leaving, target: backed))
        }
        arcs.append(.init(source: start, label: 0, cost: graph.doors.beginning, target: Int32(open.start)))
        arcs.append(.init(source: backed, label: 0, cost: graph.doors.entering, target: entrance))
        let ends = open.ends + (0..<graph.stateCount).map { graph.ends[$0] ?? .infinity }
        return Transducer(start: Int(start), ends: ends, arcs: arcs)
    }

    private static func backOff(_ open: Transducer) -> Int32 {
        var times: [Int32: Int] = [:]
        for arc in open.arcs where arc.input == 0 { times[arc.target, default: 0] += 1 }
        return times.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? Int32(open.start)
    }

    /// A folder that Vosk loads as the model with this graph: links to the model's files beside those made here.
    /// Whoever asks deletes it once the model is loaded; what a process has left there that was killed before is
    /// deleted here.
    ///
    /// - Parameter parent: where to put it; `nil` for the system's folder for such things.
    func directory(with graph: WordGraph, in parent: URL?, limit: Int = most) throws(VoskError) -> URL {
        let (name, bytes, replaced): (String, [UInt8], Set<String>) =
            switch try compiled(graph, limit: limit) {
            case .whole(let bytes): ("HCLG.fst", bytes, ["HCLr.fst", "Gr.fst", "disambig_tid.int"])
            case .words(let bytes): ("Gr.fst", bytes, ["Gr.fst"])
            }
        let files = FileManager.default
        let place = parent ?? files.temporaryDirectory
        Self.clear(place)
        let folder = place.appendingPathComponent("\(Self.prefix)\(getpid())-\(UUID().uuidString)")
        do {
            try files.createDirectory(
                at: folder.appendingPathComponent("graph"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let model = URL(fileURLWithPath: model.directory).standardizedFileURL.resolvingSymlinksInPath()
            for name in ["am", "conf"] {
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
        } catch {
            try? files.removeItem(at: folder)
            throw .graphUnreadable(file: folder.path, reason: "\(error)")
        }
        return folder
    }

    /// Begins the folders' names; the number of the process that loads the model follows.
    private static let prefix = "brews-graph-"

    /// Removes the folders of processes that are no more.
    private static func clear(_ place: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(at: place.appendingPathComponent(name))
        }
    }
}
