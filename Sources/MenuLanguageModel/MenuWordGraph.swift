internal import Foundation
internal import OrderParsing
public import Ordering
public import Speech

/// The language model of a menu as a word graph (a class-based grammar, expanded).
///
/// Classes and weights are those of `ClassGrammar`. Unlike a bigram, a state knows the whole phrase and which option
/// groups were named last, so that no size is said twice.
public struct MenuWordGraph: Sendable {
    /// The word graph.
    public let graph: WordGraph

    /// Measured on recorded orders in noise and on off-topic speech: cheaper back-off loses orders, dearer back-off
    /// turns any speech into orders.
    private static let backoff = WordGraph.BackoffCosts(
        fromStart: -log(0.03), fromOtherStates: -log(0.005), reentry: -log(0.01))

    /// - Parameter canHear: whether the recogniser's dictionary has a word; names with unknown words are left out.
    /// - Throws: a decoding error if the built-in language data is damaged; a test excludes that.
    public init(menu: Menu, canHear: @escaping (String) -> Bool) throws {
        let language = try Language.builtIn(menu.store.spoken)
        let model = ClassGrammar(menu: menu, language: language, canHear: canHear).model
        var builder = WordGraphBuilder(model: model, forms: language.articleBeforeVowel, groups: menu.optionGroups)
        graph = builder.build(backoff: Self.backoff)
    }
}

/// Expands a class model into a word graph by visiting every reachable state.
struct WordGraphBuilder {
    /// The quantity that was said, until the item is named.
    private enum Count: Hashable {
        case open, one, several
    }

    /// A state: after a phrase of a class.
    private struct Place: Hashable {
        var name: String
        /// The groups whose options were named last.
        var named: [String] = []
        var count = Count.open
        /// Whether the word before is the form before vowels: "an".
        var isBeforeVowel = false
    }

    private typealias Phrase = (words: [String], share: Double)

    /// The phrases of a class: all, or those that begin with a vowel.
    private struct Phrases {
        let members: [Phrase]
        let isBeforeVowel: Bool
        /// Sum of the members' shares.
        let share: Double
    }

    /// A state and whether it is entered from the form before vowels.
    private struct Entry: Hashable {
        let place: Place
        let isBeforeVowel: Bool
    }

    /// A first word on the way to a state.
    private struct Way {
        let word: String
        let to: Int
        let share: Double
    }

    /// Probability of the form before vowels where both forms are possible.
    private static let vowelShare = 0.3

    /// Probability of an utterance without words. Recognisers also get pauses, and a graph without silence would find
    /// words in them.
    private static let silence = 0.2

    /// How many of the groups named last are remembered.
    private static let remembered = 2

    private let model: PhraseClassModel
    /// Words with another form before vowels: "an" for "a". Either may be said.
    private let forms: [String: String]
    /// The option group of a class.
    private let groups: [String: String]
    /// Groups of which an item may have several options; they may be named repeatedly.
    private let several: Set<String>
    /// Classes of options that stand before an item.
    private let opening: Set<String>
    /// Groups that mostly stand behind the item, and so are still named after it.
    private let lasting: Set<String>
    private var states: [Place: Int] = [:]
    /// The ways to each place: they are the same from wherever it is entered, so that what follows their first words is
    /// there once.
    private var entries: [Entry: [Way]] = [:]
    private let classes: [String: (all: Phrases, beforeVowel: Phrases)]
    private var unfinished: [Place] = []
    private var stateCount = 0
    private var arcs: [WordGraph.Arc] = []
    private var ends: [Int: Float] = [:]

    init(model: PhraseClassModel, forms: [String: String], groups: [OptionGroup]) {
        self.model = model
        self.forms = forms
        classes = Dictionary(
            (model.names + [PhraseClassModel.end]).map { name in
                let all = model.phrases(name),
                    beforeVowel = all.filter { ClassGrammar.wantsVowelForm($0.words.first ?? "") }
                return (
                    name,
                    (
                        Phrases(members: all, isBeforeVowel: false, share: 1),
                        Phrases(
                            members: beforeVowel, isBeforeVowel: true, share: beforeVowel.reduce(0) { $0 + $1.share })
                    )
                )
            }
        ) { first, _ in first }
        self.groups = Dictionary(groups.flatMap { group in ClassGrammar.classes(of: group.id).map { ($0, group.id) } })
        { first, _ in first }
        several = Set(groups.filter { $0.select == .many }.map(\.id))
        opening = Set(groups.map { $0.kind.standsBeforeNoun ? ClassGrammar.options($0.id) : ClassGrammar.early($0.id) })
        lasting = Set(groups.filter { !$0.kind.standsBeforeNoun }.map(\.id))
    }

    mutating func build(backoff: WordGraph.BackoffCosts) -> WordGraph {
        let start = state(Place(name: PhraseClassModel.start))
        while let place = unfinished.popLast() { leave(place, from: state(place)) }
        let reentryState = fresh()
        let visits = model.expectedVisits().filter { $0.key != PhraseClassModel.start }
        let total = visits.values.reduce(0, +)
        for (name, visited) in visits.sorted(by: { $0.key < $1.key }) {
            let place = Place(name: name, named: groups[name].map { several.contains($0) ? [] : [$0] } ?? [])
            enter(place, phrases(of: name, in: place), share: visited / total, from: reentryState)
        }
        while let place = unfinished.popLast() { leave(place, from: state(place)) }
        return WordGraph(
            stateCount: stateCount, start: start, reentryState: reentryState, arcs: arcs, finalCosts: ends,
            backoff: backoff)
    }

    private mutating func fresh() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    private mutating func state(_ place: Place) -> Int {
        if let known = states[place] { return known }
        let new = fresh()
        states[place] = new
        unfinished.append(place)
        return new
    }

    /// The arcs out of a place: phrases of the classes that may follow, each with its share.
    private mutating func leave(_ place: Place, from state: Int) {
        let next = model.following(place.name).filter { mayFollow(place, $0.name) }.map { arc in
            (name: arc.name, weight: arc.weight * phrases(of: arc.name, in: place).share)
        }
        let total = next.reduce(0) { $0 + $1.weight }
        guard total > 0 else {
            ends[state] = 0
            return
        }
        let silence = place.name == PhraseClassModel.start ? Self.silence : 0
        if silence > 0 { ends[state] = Float(-log(silence)) }
        for arc in next where arc.weight > 0 {
            let share = arc.weight / total * (1 - silence)
            if arc.name == PhraseClassModel.end {
                ends[state] = Float(-log(share))
            } else {
                enter(after(place, arc.name), phrases(of: arc.name, in: place), share: share, from: state)
            }
        }
    }

    /// The phrases of a class that fit the word before.
    private func phrases(of name: String, in place: Place) -> Phrases {
        guard let phrases = classes[name] else { return Phrases(members: [], isBeforeVowel: false, share: 0) }
        return place.isBeforeVowel ? phrases.beforeVowel : phrases.all
    }

    private func mayFollow(_ place: Place, _ name: String) -> Bool {
        if let group = groups[name], place.named.contains(group), !isNextLine(place, name) { return false }
        if name == "items", place.count == .one { return false }
        // An amount needs an option group that it can apply to.
        return name == PhraseClassModel.end
            || !model.following(name).allSatisfy { arc in groups[arc.name].map(place.named.contains) ?? false }
    }

    private func after(_ place: Place, _ name: String) -> Place {
        if let group = groups[name] {
            let before = isNextLine(place, name) ? [] : place.named
            return Place(
                name: name, named: several.contains(group) ? before : Array((before + [group]).suffix(Self.remembered)),
                count: place.count)
        }
        if ClassGrammar.isWithinLine(name) { return Place(name: name, named: place.named) }
        // An option group that was named before the item is not named again after it: "an oat latte with milk".
        if ClassGrammar.isItem(name) { return Place(name: name, named: place.named.filter(lasting.contains)) }
        return Place(name: name, count: name == "quantity" ? .several : name == "article" ? .one : .open)
    }

    /// Whether a class of options after "and" begins the next line.
    private func isNextLine(_ place: Place, _ name: String) -> Bool { place.name == "and" && opening.contains(name) }

    /// Adds arcs from a state to another with the phrases of its class.
    private mutating func enter(_ place: Place, _ phrases: Phrases, share: Double, from state: Int) {
        let entry = Entry(place: place, isBeforeVowel: phrases.isBeforeVowel)
        let ways = entries[entry] ?? self.ways(to: place, phrases.members)
        entries[entry] = ways
        let cost = -log(share)
        for way in ways {
            arcs.append(.init(from: state, to: way.to, word: way.word, cost: Float(cost - log(way.share))))
        }
    }

    /// The first words towards a state, or to its twin after the form before vowels; adds the arcs that follow them.
    private mutating func ways(to place: Place, _ phrases: [Phrase]) -> [Way] {
        let mass = phrases.reduce(0) { $0 + $1.share }
        var phrases = phrases.map { (words: $0.words, share: $0.share / mass) }
        var twin = place
        twin.isBeforeVowel = true
        let formed = phrases.compactMap { phrase in
            forms[phrase.words.joined(separator: " ")].map { (words: [$0], share: phrase.share) }
        }
        var ways: [Way] = []
        if !formed.isEmpty,
            model.following(place.name).contains(where: { !self.phrases(of: $0.name, in: twin).members.isEmpty })
        {
            phrases = phrases.map {
                ($0.words, forms[$0.words.joined(separator: " ")] == nil ? $0.share : $0.share * (1 - Self.vowelShare))
            }
            ways = tree(formed.map { ($0.words[...], $0.share * Self.vowelShare) }, to: self.state(twin))
        }
        return ways + tree(phrases.map { ($0.words[...], $0.share) }, to: self.state(place))
    }

    /// A prefix tree of phrases; costs are applied as early as possible.
    ///
    /// - Returns: the first words, with probabilities that add up to those of the phrases.
    private mutating func tree(_ phrases: [(words: ArraySlice<String>, share: Double)], to target: Int) -> [Way] {
        var order: [String] = [], byFirst: [String: [(words: ArraySlice<String>, share: Double)]] = [:]
        for phrase in phrases {
            guard let first = phrase.words.first else { continue }
            if byFirst[first] == nil { order.append(first) }
            byFirst[first, default: []].append((phrase.words.dropFirst(), phrase.share))
        }
        var ways: [Way] = []
        for word in order {
            let rest = byFirst[word] ?? []
            let ending = rest.filter(\.words.isEmpty).reduce(0) { $0 + $1.share }
            if ending > 0 { ways.append(Way(word: word, to: target, share: ending)) }
            let going = rest.filter { !$0.words.isEmpty }
            let mass = going.reduce(0) { $0 + $1.share }
            guard mass > 0 else { continue }
            let middle = fresh()
            ways.append(Way(word: word, to: middle, share: mass))
            for way in tree(going.map { ($0.words, $0.share / mass) }, to: target) {
                arcs.append(.init(from: middle, to: way.to, word: way.word, cost: Float(-log(way.share))))
            }
        }
        return ways
    }
}
