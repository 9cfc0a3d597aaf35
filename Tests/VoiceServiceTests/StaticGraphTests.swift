internal import Foundation
internal import MenuLanguageModel
internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// A lexicon put through a word graph: every path costs what both cost, and words are written as soon as they are
/// certain.
@Suite(.timeLimit(.minutes(10)))
struct StaticGraphTests {
    private static let marks: Set<Int32> = [90, 91]

    /// Sounds 1…4, words 1…4: "1" is [1 2], "2" is [1 2 3], "3" is [1 4] or [4], "4" is [2]; a pause is sound 9,
    /// between words or not.
    private static let lexicon: Transducer = {
        let spelled: [(word: Int32, sounds: [Int32], mark: Int32)] = [
            (1, [1, 2], 90), (2, [1, 2, 3], 90), (3, [1, 4], 90), (3, [4], 90), (4, [2], 91),
        ]
        var arcs: [Transducer.Arc] = [], tree: [[Int32]: Int32] = [[]: 0]
        for (word, sounds, mark) in spelled {
            for length in sounds.indices where tree[Array(sounds[...length])] == nil {
                let state = Int32(tree.count + 2)
                tree[Array(sounds[...length])] = state
                arcs.append(
                    .init(
                        source: tree[Array(sounds[..<length])] ?? 0, input: sounds[length], output: 0,
                        cost: 0.125 * Float(sounds[length]), target: state))
                arcs.append(.init(source: state, input: 50 + sounds[length], output: 0, cost: 0, target: state))
            }
            // Behind a word a pause, with its loop, or none.
            arcs.append(.init(source: tree[sounds] ?? 0, input: mark, output: word, cost: 0.5, target: 1))
        }
        arcs.append(.init(source: 1, input: 0, output: 0, cost: 0.75, target: 0))
        arcs.append(.init(source: 1, input: 9, output: 0, cost: 0.25, target: 2))
        arcs.append(.init(source: 2, input: 59, output: 0, cost: 0, target: 2))
        arcs.append(.init(source: 2, input: 0, output: 0, cost: 0, target: 0))
        return Transducer(start: 0, finalCosts: [0] + Array(repeating: .infinity, count: tree.count + 1), arcs: arcs)
    }()

    private static func reach() throws -> LabelReachability { try #require(LabelReachability(lexicon)) }

    /// A random acceptor of words 1…4 with ways without words, which lead to higher states only.
    private static func words(using generator: inout SeededGenerator) -> Transducer {
        let count = Int32.random(in: 2...7, using: &generator)
        var arcs: [Transducer.Arc] = []
        for state in 0..<count {
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let label = Int32.random(in: 0...4, using: &generator),
                    target = Int32.random(in: 0..<count, using: &generator)
                guard label > 0 || target > state else { continue }
                arcs.append(
                    .init(
                        source: state, label: label, cost: Float(Int.random(in: 0...24, using: &generator)) / 8,
                        target: target))
            }
        }
        let ends = (0..<count).map { state in
            state == count - 1 || Int.random(in: 0...2, using: &generator) == 0 ? Float(state) / 4 : .infinity
        }
        return Transducer(start: 0, finalCosts: ends, arcs: arcs)
    }

    @Test(
        "Random word graphs: a path of the static graph costs what lexicon and words cost, and the other way round"
    )
    func randomGraphs() throws {
        var generator = SeededGenerator(seed: 7), compared = 0, impossible = 0
        let reach = try Self.reach()
        for number in 0..<200 {
            let words = Self.words(using: &generator)
            let
                graph = try #require(
                    StaticGraph.composed(reach, disambiguation: Self.marks, with: words, limit: 100_000)),
                merged = graph.minimized()
            #expect(merged.finalCosts.count <= graph.finalCosts.count)
            for _ in 0..<20 {
                // Paths of one side, and words that were not drawn from either.
                var path =
                    Bool.random(using: &generator)
                    ? graph.walk(using: &generator)
                    : Self.spoken(words.walk(using: &generator)?.written, using: &generator)
                if Int.random(in: 0...4, using: &generator) == 0 {
                    path = Self.spoken(
                        (0..<3).map { _ in Int32.random(in: 1...4, using: &generator) }, using: &generator)
                }
                guard let path else { continue }
                let wanted =
                    Self.lexicon.cheapest(reading: path.read, writing: path.written, disambiguation: Self.marks)
                    + words.cheapest(reading: path.written, writing: path.written)
                for found in [graph, merged].map({ $0.cheapest(reading: path.read, writing: path.written) }) {
                    #expect(found == wanted || abs(found - wanted) < 1e-4, "graph \(number): \(path)")
                }
                if wanted.isFinite { compared += 1 } else { impossible += 1 }
            }
        }
        #expect(compared > 1_000 && impossible > 100)
    }

    /// Sounds of words, drawn from the lexicon.
    private static func spoken(_ words: [Int32]?, using generator: inout SeededGenerator) -> Path? {
        guard let words else { return nil }
        let only = Transducer(
            start: 0, finalCosts: words.map { _ in .infinity } + [0],
            arcs: words.enumerated().map { .init(source: Int32($0), label: $1, cost: 0, target: Int32($0 + 1)) })
        guard let reach = LabelReachability(lexicon) else { return nil }
        return StaticGraph.composed(reach, disambiguation: marks, with: only, limit: 10_000)?.walk(using: &generator)
    }

    @Test("A word is written with the first sound after which no other may come")
    func earlyWords() throws {
        let words = Transducer(
            start: 0, finalCosts: [.infinity, 0],
            arcs: [.init(source: 0, label: 2, cost: 1, target: 1), .init(source: 0, label: 4, cost: 3, target: 1)])
        let graph = try #require(
            try StaticGraph.composed(Self.reach(), disambiguation: Self.marks, with: words, limit: 1_000))
        let first = graph.arcs[graph.ranges()[graph.start]].filter { $0.input != 0 }
        #expect(first.map { [$0.input, $0.output] } == [[1, 2], [2, 4]])
        // And what the word costs is paid there.
        #expect(first.map(\.cost) == [1.125, 3.25])
    }

    @Test("While several words may come the cheapest is paid, and the rest once it is known which")
    func paidAhead() throws {
        let words = Transducer(
            start: 0, finalCosts: [.infinity, 0],
            arcs: [.init(source: 0, label: 1, cost: 2, target: 1), .init(source: 0, label: 2, cost: 5, target: 1)])
        let graph = try #require(
            try StaticGraph.composed(Self.reach(), disambiguation: Self.marks, with: words, limit: 1_000))
        let ranges = graph.ranges(), first = try #require(graph.arcs[ranges[graph.start]].first { $0.input == 1 })
        #expect(first.output == 0 && first.cost == 2.125)
        // Sounds of words that may not come are not there.
        #expect(
            graph.arcs[ranges[graph.start]].count == 1 && graph.arcs[ranges[Int(first.target)]].map(\.input) == [2, 51])
    }

    @Test("A lexicon in which not every word may follow every other is not composed")
    func unfitLexicon() {
        let arcs: [Transducer.Arc] = [
            .init(source: 0, input: 1, output: 1, cost: 0, target: 1),
            .init(source: 1, input: 2, output: 2, cost: 0, target: 0),
            .init(source: 0, input: 2, output: 2, cost: 0, target: 0),
        ]
        #expect(LabelReachability(Transducer(start: 0, finalCosts: [0, .infinity], arcs: arcs)) == nil)
        #expect(LabelReachability(Transducer(start: 0, finalCosts: [.infinity], arcs: [])) == nil)
    }

    @Test("Equal states become one, others stay")
    func equalStates() {
        // 1 and 2 go on alike, 3 costs more.
        let arcs: [Transducer.Arc] = [
            .init(source: 0, label: 1, cost: 0, target: 1), .init(source: 0, label: 2, cost: 0, target: 2),
            .init(source: 0, label: 3, cost: 0, target: 3),
            .init(source: 1, label: 4, cost: 1, target: 4), .init(source: 2, label: 4, cost: 1, target: 4),
            .init(source: 3, label: 4, cost: 2, target: 4),
        ]
        let merged = Transducer(start: 0, finalCosts: [.infinity, .infinity, .infinity, .infinity, 0], arcs: arcs)
            .minimized()
        #expect(merged.finalCosts.count == 4 && merged.arcs.count == 5)
        for (word, cost) in [(1, 1), (2, 1), (3, 2)] as [(Int32, Float)] {
            #expect(merged.cheapest(reading: [word, 4], writing: [word, 4]) == cost)
        }
    }

    @Test(
        "The built-in menu over the bundled model: random paths cost what the model's lexicon and the menu's words cost"
    )
    func bundledModel() throws {
        let description = try Vosk.description(), compiler = try GraphCompiler(model: description)
        func transducer(_ name: String) throws -> Transducer {
            try Transducer(
                openFst: [UInt8](Data(contentsOf: URL(fileURLWithPath: description.directory + "/graph/" + name))))
        }
        let words = try MenuWordGraph(
            menu: try MenuLoader.builtIn(), canHear: try VoskWords(model: description).contains
        ).graph
        let lexicon = try transducer("HCLr.fst"), language = compiler.combined(words, with: try transducer("Gr.fst"))
        guard case .staticGraph(let bytes) = try compiler.compiled(words) else {
            Issue.record("the bundled model's lexicon is not composed")
            return
        }
        let graph = try Transducer(openFst: bytes), marks = Set(83...87 as ClosedRange<Int32>)
        var generator = SeededGenerator(seed: 11), compared = 0
        while compared < 40 {
            guard let path = graph.walk(using: &generator, most: 120) else { continue }
            let wanted =
                lexicon.cheapest(reading: path.read, writing: path.written, disambiguation: marks)
                + language.cheapest(reading: path.written, writing: path.written)
            let found = graph.cheapest(reading: path.read, writing: path.written)
            #expect(abs(found - wanted) < 1e-2, "\(found) instead of \(wanted): \(path.written)")
            compared += 1
        }
    }
}

/// What a path reads and writes.
private struct Path {
    var read: [Int32] = []
    var written: [Int32] = []
}

extension Transducer {
    /// A random path from the start to an end; `nil` where none was found within so many arcs.
    fileprivate func walk(using generator: inout SeededGenerator, most: Int = 40) -> Path? {
        let ranges = ranges()
        var path = Path(), state = start
        for _ in 0..<most {
            if finalCosts[state].isFinite, ranges[state].isEmpty || Int.random(in: 0...2, using: &generator) == 0 {
                return path
            }
            guard let arc = arcs[ranges[state]].randomElement(using: &generator) else { return nil }
            if arc.input != 0 { path.read.append(arc.input) }
            if arc.output != 0 { path.written.append(arc.output) }
            state = Int(arc.target)
        }
        return nil
    }

    /// What the cheapest path with these labels costs; infinite where there is none. Disambiguation symbols read
    /// nothing.
    fileprivate func cheapest(reading inputs: [Int32], writing outputs: [Int32], disambiguation: Set<Int32> = [])
        -> Float
    {
        struct Place: Hashable { let state, read, written: Int }
        let ranges = ranges()
        var costs = [Place(state: start, read: 0, written: 0): Float(0)], changed = Array(costs.keys)
        while let place = changed.popLast() {
            let paid = costs[place] ?? .infinity
            for arc in arcs[ranges[place.state]] {
                let reads = arc.input != 0 && !disambiguation.contains(arc.input), writes = arc.output != 0
                guard !reads || place.read < inputs.count && inputs[place.read] == arc.input else { continue }
                guard !writes || place.written < outputs.count && outputs[place.written] == arc.output else { continue }
                let next = Place(
                    state: Int(arc.target), read: place.read + (reads ? 1 : 0),
                    written: place.written + (writes ? 1 : 0))
                guard paid + arc.cost < (costs[next] ?? .infinity) - 1e-5 else { continue }
                costs[next] = paid + arc.cost
                changed.append(next)
            }
        }
        return finalCosts.indices.reduce(.infinity) { least, state in
            min(
                least,
                (costs[Place(state: state, read: inputs.count, written: outputs.count)] ?? .infinity)
                    + finalCosts[state])
        }
    }
}
