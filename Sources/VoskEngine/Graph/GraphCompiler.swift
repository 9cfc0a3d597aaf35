internal import Foundation
internal import Speech

/// Puts what guests say into a model's decoding graph: the word graph over the model's open language.
///
/// The model's `Gr.fst` is over the word numbers of its look-ahead lexicon, which do not change, so a new one
/// needs no composition and no other program.
struct GraphCompiler {
    private let model: VoskModelDescription
    private let words: VoskWords

    /// - Throws: `VoskError.grammarNotSupported` for a model whose graph is compiled in; `.graphUnreadable`.
    init(model: VoskModelDescription) throws(VoskError) {
        guard model.runtimeGraph else { throw .grammarNotSupported }
        self.model = model
        words = try VoskWords(model: model)
    }

    /// The file `Gr.fst` with this graph over the model's own.
    ///
    /// - Parameter graph: arcs with words that the dictionary lacks are left out.
    /// - Throws: `VoskError.graphUnreadable`.
    func compiled(_ graph: WordGraph) throws(VoskError) -> [UInt8] {
        let path = model.directory + "/graph/Gr.fst"
        guard let data = FileManager.default.contents(atPath: path) else { throw .graphUnreadable(file: path, reason: "it cannot be read") }
        let open: Transducer
        do { open = try Transducer(constantForm: [UInt8](data)) } catch { throw .graphUnreadable(file: path, reason: error.reason) }
        return laid(graph, over: open).constantForm()
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
            arcs.append(.init(source: Int32(offset + arc.from), label: label, cost: arc.cost, target: Int32(offset + arc.to)))
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
        for arc in open.arcs where arc.label == 0 { times[arc.target, default: 0] += 1 }
        return times.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? Int32(open.start)
    }

    /// A folder that Vosk loads as the model with this graph: links to the model's files beside the new `Gr.fst`. Whoever asks deletes it
    /// once the model is loaded.
    ///
    /// - Parameter parent: where to put it; `nil` for the system's folder for such things.
    func directory(with graph: WordGraph, in parent: URL?) throws(VoskError) -> URL {
        let bytes = try compiled(graph)
        let files = FileManager.default
        let folder = (parent ?? files.temporaryDirectory).appendingPathComponent("brews-graph-\(UUID().uuidString)")
        do {
            try files.createDirectory(at: folder.appendingPathComponent("graph"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let model = URL(fileURLWithPath: model.directory).standardizedFileURL.resolvingSymlinksInPath()
            for name in ["am", "conf"] { try files.createSymbolicLink(at: folder.appendingPathComponent(name), withDestinationURL: model.appendingPathComponent(name)) }
            for name in try files.contentsOfDirectory(atPath: model.appendingPathComponent("graph").path) where name != "Gr.fst" {
                try files.createSymbolicLink(at: folder.appendingPathComponent("graph/\(name)"), withDestinationURL: model.appendingPathComponent("graph/\(name)"))
            }
            try Data(bytes).write(to: folder.appendingPathComponent("graph/Gr.fst"))
        } catch {
            try? files.removeItem(at: folder)
            throw .graphUnreadable(file: folder.path, reason: "\(error)")
        }
        return folder
    }
}
