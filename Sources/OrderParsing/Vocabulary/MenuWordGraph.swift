internal import Foundation
public import Ordering
public import Speech

/// A menu's orders as a word graph: what guests of this menu say, in any order that makes sense.
///
/// The classes and shares are those of `ClassGrammar`; but where a recogniser's bigram knows only the word before, here
/// the whole phrase is kept, and which groups of options were named last, so that no size comes twice.
public struct MenuWordGraph: Sendable {
    public let graph: WordGraph

    /// Measured on recorded orders in noise and on speech that orders nothing: cheaper back-off loses orders, more expensive back-off
    /// make orders of anything.
    private static let backoff = WordGraph.BackoffCosts(
        fromStart: -log(0.03), fromOtherStates: -log(0.005), reentry: -log(0.01))

    /// - Parameter canHear: whether the recogniser's dictionary holds a word; names with other words are left out.
    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu, canHear: @escaping (String) -> Bool) throws {
        let language = try Language.english()
        let net = ClassGrammar(menu: menu, language: language, canHear: canHear).net
        var builder = WordGraphBuilder(net: net, forms: language.articleBeforeVowel, groups: menu.optionGroups)
        graph = builder.build(backoff: Self.backoff)
    }
}

/// Walks a net and writes down every place it comes to.
struct WordGraphBuilder {
    /// How many of the item were asked for, until it is named.
    private enum Count: Hashable {
        case open, one, several
    }

    /// After a phrase of a class.
    private struct Place: Hashable {
        var name: String
        /// The groups whose options were named last.
        var named: [String] = []
        var count = Count.open
        /// Whether the word before was the form for vowels: "an".
        var isBeforeVowel = false
    }

    private typealias Phrase = (words: [String], share: Double)

    /// Phrases of a class: all, or those that the form for vowels may stand before.
    private struct Phrases {
        let members: [Phrase]
        let isBeforeVowel: Bool
        /// Sum of the members' shares.
        let share: Double
    }

    /// A place as it is entered from behind the form for vowels, or from elsewhere.
    private struct Entry: Hashable {
        let place: Place
        let isBeforeVowel: Bool
    }

    /// A first word on the way to a place.
    private struct Way {
        let word: String
        let to: Int
        let share: Double
    }

    /// How often the form for vowels is said where both could be.
    private static let vowelShare = 0.3

    /// Utterances without a word: recognisers are given pauses too, and where a graph has no silence, they find words
    /// in it.
    private static let silence = 0.2

    /// So many of the groups named last are not named again.
    private static let remembered = 2

    private let net: PhraseClassModel
    /// Words that have another form before some words: "an" for "a". Either may be said.
    private let forms: [String: String]
    /// Of which group of options a class is.
    private let groups: [String: String]
    /// Groups of which an item may carry several options: they are named as often as the guest likes.
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

    init(net: PhraseClassModel, forms: [String: String], groups: [OptionGroup]) {
        self.net = net
        self.forms = forms
        classes = Dictionary(
            (net.names + [PhraseClassModel.end]).map { name in
                let all = net.phrases(name),
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
        let visits = net.expectedVisits().filter { $0.key != PhraseClassModel.start }
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
        let next = net.following(place.name).filter { mayFollow(place, $0.name) }.map { arc in
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
        // An amount needs a group that it can be of.
        return name == PhraseClassModel.end
            || !net.following(name).allSatisfy { arc in groups[arc.name].map(place.named.contains) ?? false }
    }

    private func after(_ place: Place, _ name: String) -> Place {
        if let group = groups[name] {
            let before = isNextLine(place, name) ? [] : place.named
            return Place(
                name: name, named: several.contains(group) ? before : Array((before + [group]).suffix(Self.remembered)),
                count: place.count)
        }
        if ClassGrammar.isWithinLine(name) { return Place(name: name, named: place.named) }
        // What mostly stands behind the item and was named before it is not said again: "an oat latte with milk".
        if ClassGrammar.isItem(name) { return Place(name: name, named: place.named.filter(lasting.contains)) }
        return Place(name: name, count: name == "quantity" ? .several : name == "article" ? .one : .open)
    }

    /// Whether a class of options behind "and" begins the next line, whose options are all open.
    private func isNextLine(_ place: Place, _ name: String) -> Bool { place.name == "and" && opening.contains(name) }

    /// Lets a state lead to a place with the phrases of its class.
    private mutating func enter(_ place: Place, _ phrases: Phrases, share: Double, from state: Int) {
        let entry = Entry(place: place, isBeforeVowel: phrases.isBeforeVowel)
        let ways = entries[entry] ?? self.ways(to: place, phrases.members)
        entries[entry] = ways
        let cost = -log(share)
        for way in ways {
            arcs.append(.init(from: state, to: way.to, word: way.word, cost: Float(cost - log(way.share))))
        }
    }

    /// The first words towards a place, or to its twin behind the form for vowels; what follows them is in the graph
    /// afterwards.
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
            net.following(place.name).contains(where: { !self.phrases(of: $0.name, in: twin).members.isEmpty })
        {
            phrases = phrases.map {
                ($0.words, forms[$0.words.joined(separator: " ")] == nil ? $0.share : $0.share * (1 - Self.vowelShare))
            }
            ways = tree(formed.map { ($0.words[...], $0.share * Self.vowelShare) }, to: self.state(twin))
        }
        return ways + tree(phrases.map { ($0.words[...], $0.share) }, to: self.state(place))
    }

    /// Phrases by their first word: costs come as early as they are known.
    ///
    /// - Returns: the first words, with shares that add up to those of the phrases.
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
