internal import Foundation
internal import MenuLanguageModel
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Testing

/// What a menu's graph lets through, and at what price.
struct MenuWordGraphTests {
    /// The cheapest way through a graph that says just these words, without its back-off arcs; `nil` where there is
    /// none.
    private static func cost(_ text: String, _ graph: WordGraph) -> Float? {
        var reached = [graph.start: Float(0)]
        let arcs = Dictionary(grouping: graph.arcs, by: \.from)
        for word in text.split(separator: " ") {
            var next: [Int: Float] = [:]
            for (state, cost) in reached {
                for arc in arcs[state] ?? [] where arc.word == word {
                    next[arc.to] = min(next[arc.to] ?? .infinity, cost + arc.cost)
                }
            }
            reached = next
        }
        return reached.compactMap { state, cost in graph.finalCosts[state].map { cost + $0 } }.min()
    }

    private static let graph = Result {
        try MenuWordGraph(menu: try MenuLoader.builtIn(), canHear: { _ in true }).graph
    }

    @Test(
        "Orders, additions, commands and bare options are in the graph",
        arguments: [
            "can i get a large iced latte with oat milk", "a latte", "two lattes please",
            "i'd like a small hot mocha with a little whole milk and vanilla",
            "an oat latte", "give me an iced oat latte and a croissant", "remove the latte", "that's all", "yes",
            "large", "oat milk",
            "a latte with oat milk no foam", "i want three large cappuccinos with lots of sugar and a brownie",
            "another latte", "one espresso", "a dozen croissants and a couple of mochas", "large iced latte please",
            "a large coffee with cream and two sugars",
            "a latte with two pumps of vanilla", "a coffee with one packet of sugar",
        ])
    func orders(_ text: String) throws { #expect(Self.cost(text, try Self.graph.get()) != nil) }

    @Test(
        "What is said of several drinks, options behind the item, and questions are in the graph",
        arguments: [
            "a latte and a mocha both iced", "two croissants and a scone all with butter",
            "three lattes one with oat milk one with soy milk and one plain",
            "two cappuccinos one large one medium", "a latte large and iced with oat milk",
            "an americano a latte and a flat white all medium",
            "how much is the latte", "what's in the mocha", "is there milk in the croissant",
            "does the brownie have nuts",
        ])
    func several(_ text: String) throws { #expect(Self.cost(text, try Self.graph.get()) != nil) }

    @Test(
        "What nobody orders is not: two sizes of one drink, milk twice, one of several, words without an order",
        arguments: [
            "a small large latte", "a latte with oat milk and oat milk", "a lattes", "a large large latte",
            "a latte large small", "a latte with three oat milks",
            "a latte with two pump of vanilla", "an oat latte with milk", "is there the latte", "with latte",
            "a latte with", "sang to the wind",
        ])
    func others(_ text: String) throws { #expect(Self.cost(text, try Self.graph.get()) == nil) }

    @Test(
        "With the next line's options those of the line before may be said again",
        arguments: [
            "a latte with oat milk and an oat latte", "a latte with milk and oat latte",
            "a large latte and large mocha", "an oat latte and an oat mocha",
        ])
    func nextLine(_ text: String) throws { #expect(Self.cost(text, try Self.graph.get()) != nil) }

    @Test("Groups of which an item takes several options are named as often as they are wanted, others once")
    func severalOfOneGroup() throws {
        let graph = try MenuWordGraph(menu: try NoodleHouse.menu.get(), canHear: { _ in true }).graph
        #expect(Self.cost("a ramen with nori and bamboo", graph) != nil)
        #expect(Self.cost("a ramen with extra nori and egg and scallions", graph) != nil)
        #expect(Self.cost("a ramen with nori scallions and egg", graph) != nil)
        #expect(Self.cost("a ramen with two boiled eggs and one portion of nori", graph) != nil)
        #expect(Self.cost("a ramen with miso and veggie", graph) == nil)
    }

    @Test(
        "A word leads from one place to another by one arc: the best path counts one of several, not their sum"
    )
    func noTwins() throws {
        struct Way: Hashable {
            let from: Int, to: Int, word: String
        }
        for menu in [try MenuLoader.builtIn(), try NoodleHouse.menu.get()] {
            let arcs = try MenuWordGraph(menu: menu, canHear: { _ in true }).graph.arcs
            let twins = Dictionary(grouping: arcs) { Way(from: $0.from, to: $0.to, word: $0.word) }.filter {
                $0.value.count > 1
            }
            #expect(twins.isEmpty, "\(twins.keys.prefix(5))")
        }
    }

    @Test("A pause is in the graph too: an utterance without a word")
    func silence() throws { #expect(try Self.cost("", Self.graph.get()) != nil) }

    @Test("What leaves a state is a distribution: shares of arcs and of the end add up to one")
    func shares() throws {
        let graph = try Self.graph.get()
        var sums = graph.finalCosts.mapValues(expOf)
        for arc in graph.arcs {
            #expect(arc.cost >= -1e-5 && arc.cost.isFinite)
            sums[arc.from, default: 0] += expOf(arc.cost)
        }
        #expect(sums.count == graph.stateCount)
        for (state, sum) in sums { #expect(abs(sum - 1) < 1e-3, "state \(state)") }
    }

    @Test("Every state is reached, and from each an order can end")
    func connected() throws {
        let graph = try Self.graph.get()
        func closure(_ seeds: [Int], _ next: [Int: [Int]]) -> Set<Int> {
            var found = Set(seeds), open = seeds
            while let state = open.popLast() {
                for other in next[state] ?? [] where found.insert(other).inserted { open.append(other) }
            }
            return found
        }
        let onward = Dictionary(grouping: graph.arcs, by: \.from).mapValues { $0.map(\.to) },
            back = Dictionary(grouping: graph.arcs, by: \.to).mapValues { $0.map(\.from) }
        #expect(closure([graph.start, graph.reentryState], onward).count == graph.stateCount)
        #expect(closure(Array(graph.finalCosts.keys), back).count == graph.stateCount)
    }

    @Test("No word is in the graph that cannot be heard", arguments: ["another", "dozen", "one", "of", "is"])
    func unheard(_ word: String) throws {
        let graph = try MenuWordGraph(menu: try MenuLoader.builtIn(), canHear: { $0 != word }).graph
        #expect(!graph.arcs.contains { $0.word == word })
    }

    @Test("The same menu gives the same graph, and a name with a word that cannot be heard is left out")
    func words() throws {
        let menu = try MenuLoader.builtIn()
        let graph = try MenuWordGraph(menu: menu, canHear: { $0 != "matcha" }).graph
        #expect(graph == (try MenuWordGraph(menu: menu, canHear: { $0 != "matcha" }).graph))
        #expect(!graph.arcs.contains { $0.word == "matcha" })
        #expect(try Self.graph.get().arcs.contains { $0.word == "matcha" })
    }

    @Test(
        "A menu may call its groups as it likes",
        arguments: [["roast": "each", "shots": "item"], ["roast": "amount", "spread": "plain", "sweetener": "in"]])
    func groupNames(_ names: [String: String]) throws {
        var text = String(decoding: MenuLoader.builtInFile, as: UTF8.self)
        for (old, new) in names {
            text = text.replacing("\"\(old)\"", with: "\"\(new)\"").replacing(
                "\"kind\": \"\(new)\"", with: "\"kind\": \"\(old)\"")
        }
        let graph = try MenuWordGraph(menu: try MenuLoader.load(Array(text.utf8)), canHear: { _ in true }).graph
        for order in [
            "a large dark roast latte with a bit of foam", "two espressos one with a double shot and one plain",
            "a small latte with oat milk", "small each",
        ] {
            let cost = Self.cost(order, graph), expected = try Self.cost(order, Self.graph.get())
            #expect((cost == nil) == (expected == nil) && abs((cost ?? 0) - (expected ?? 0)) < 1e-3, "\(order)")
        }
    }

    private func expOf(_ cost: Float) -> Float { exp(-cost) }
}
