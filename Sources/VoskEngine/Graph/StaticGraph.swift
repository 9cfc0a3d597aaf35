/// A lexicon put through a word graph before anything is heard: the static decoding graph, which a decoder walks faster
/// than libvosk's look-ahead composition while it listens.
///
/// A state is a place in the lexicon and one in the word graph. The cost of the cheapest word that may come next is
/// paid as soon as a sound narrows the choice, so the search sees it early; where one word only is left, it is written
/// at once, so that it is seen early too; sounds that lead to no word of the graph are not there. Ways without a word
/// through the word graph are taken once between two words, at the lexicon's first fork. Places within words that go on
/// alike are one state.
struct StaticGraph {
    /// A place in both.
    private struct Place: Hashable {
        let sound: Int32
        let word: Int32
        let phase: Phase
        /// What was paid ahead on the way to it, which follows from the rest.
        let ahead: Float

        init(sound: Int32, word: Int32, phase: Phase, ahead: Float = 0) {
            self.sound = sound
            self.word = word
            self.phase = phase
            self.ahead = ahead
        }
    }

    private enum Phase: Hashable {
        /// From a word until the lexicon's first fork is left.
        case fresh
        case open
        /// A word is written whose sounds are not over; the place in the word graph is behind it.
        case inside(Int32)
    }

    /// What may come next in a state of the word graph once sounds have narrowed the choice.
    private enum Outlook {
        case nothing
        case word(Transducer.Arc)
        case choice(cheapest: Float)
    }

    /// An arc to a place.
    private struct Step {
        let input: Int32
        let output: Int32
        let cost: Float
        let place: Place
    }

    private let reach: LabelReachability
    private let words: Transducer
    private let wordArcs: [Range<Int>]
    /// Whether a word, or the end, comes next in a state of the word graph without another way before it.
    private let goesOn: [Bool]
    private let marks: Set<Int32>
    private let limit: Int
    private var states = StateTable()
    private var numbers: [Place: Int32] = [:]
    /// Places that have a number and no arcs yet.
    private var waiting: [Place] = []
    /// Places whose arcs are being found; what comes back to one of them gives it a number of its own.
    private var begun: Set<Place> = []

    /// - Parameters:
    ///   - marks: labels of the lexicon that are no sounds; nothing is read there.
    ///   - words: an acceptor of the lexicon's word numbers.
    ///   - limit: arcs; 16 bytes each.
    /// - Returns: `nil` where the graph would have more arcs than the limit.
    static func composed(_ reach: LabelReachability, marks: Set<Int32>, with words: Transducer, limit: Int)
        -> Transducer?
    {
        var graph = Self(reach, marks: marks, words: words, limit: limit)
        return graph.compose()
    }

    private init(_ reach: LabelReachability, marks: Set<Int32>, words: Transducer, limit: Int) {
        self.reach = reach
        self.marks = marks
        self.words = words
        self.limit = limit
        let ranges = words.ranges()
        wordArcs = ranges
        goesOn = ranges.indices.map {
            words.ends[$0].isFinite || words.arcs[ranges[$0]].last.map { $0.input != 0 } ?? false
        }
    }

    private mutating func compose() -> Transducer? {
        let start = apart(Place(sound: Int32(reach.lexicon.start), word: Int32(words.start), phase: .fresh))
        while let place = waiting.popLast() {
            complete(place)
            guard states.arcCount <= limit else { return nil }
        }
        return states.transducer(start: Int(start))
    }

    /// The state of a place. Forks get theirs at once and their arcs later; all else is found from its end, so that
    /// what goes on alike is met.
    private mutating func state(of place: Place) -> Int32 {
        if let known = numbers[place] { return known }
        if reach.isFork[Int(place.sound)] || begun.contains(place) { return apart(place) }
        return complete(place)
    }

    /// A number of its own for a place.
    private mutating func apart(_ place: Place) -> Int32 {
        let number = states.reserve()
        numbers[place] = number
        if !begun.contains(place) { waiting.append(place) }
        return number
    }

    @discardableResult
    private mutating func complete(_ place: Place) -> Int32 {
        begun.insert(place)
        let arcs = steps(from: place).map { step in
            StateTable.Arc(
                input: marks.contains(step.input) ? 0 : step.input, output: step.output, cost: step.cost,
                target: step.place == place ? nil : state(of: step.place))
        }
        begun.remove(place)
        let end = reach.lexicon.ends[Int(place.sound)] + words.ends[Int(place.word)] - place.ahead
        let number = states.add(arcs, end: end, as: numbers[place])
        numbers[place] = number
        return number
    }

    private func steps(from place: Place) -> [Step] {
        var steps: [Step] = []
        let sound = Int(place.sound), word = Int(place.word), isFork = reach.isFork[sound]
        if isFork, place.phase == .fresh {
            for arc in words.arcs[wordArcs[word]].prefix(while: { $0.input == 0 }) {
                steps.append(
                    Step(
                        input: 0, output: 0, cost: arc.cost,
                        place: Place(sound: place.sound, word: arc.target, phase: .fresh)))
            }
        }
        for arc in reach.lexicon.arcs[reach.arcs[sound]] {
            if case .inside(let written) = place.phase {
                guard arc.output == 0 ? reach.mayCome(written, in: Int(arc.target)) : arc.output == written else {
                    continue
                }
                let next = Place(
                    sound: arc.target, word: place.word, phase: arc.output == 0 ? .inside(written) : .fresh)
                steps.append(Step(input: arc.input, output: 0, cost: arc.cost, place: next))
            } else if arc.output == 0, reach.isOpen[Int(arc.target)] {
                let isFresh = place.phase == .fresh && (!isFork || arc.target == place.sound)
                guard isFresh || goesOn[word] else { continue }
                let next = Place(sound: arc.target, word: place.word, phase: isFresh ? .fresh : .open)
                steps.append(Step(input: arc.input, output: 0, cost: arc.cost - place.ahead, place: next))
            } else {
                steps += choices(at: place, arc)
            }
        }
        return steps
    }

    /// Where an arc of the lexicon leads that writes a word or narrows the choice.
    private func choices(at place: Place, _ arc: Transducer.Arc) -> [Step] {
        let word = Int(place.word), cost = arc.cost - place.ahead
        if arc.output != 0 {
            return arcs(of: word, labels: arc.output...arc.output).map { next in
                Step(
                    input: arc.input, output: arc.output, cost: cost + next.cost,
                    place: Place(sound: arc.target, word: next.target, phase: .fresh))
            }
        }
        switch outlook(of: word, at: Int(arc.target)) {
        case .nothing: return []
        case .word(let next):
            let inside = Place(sound: arc.target, word: next.target, phase: .inside(next.input))
            return [Step(input: arc.input, output: next.input, cost: cost + next.cost, place: inside)]
        case .choice(let cheapest):
            let next = Place(sound: arc.target, word: place.word, phase: .open, ahead: cheapest)
            return [Step(input: arc.input, output: 0, cost: cost + cheapest, place: next)]
        }
    }

    private func outlook(of word: Int, at sound: Int) -> Outlook {
        var cheapest = Float.infinity, only: Transducer.Arc?, count = 0
        for range in reach.next(in: sound) {
            if range.contains(LabelReachability.end), words.ends[word].isFinite {
                cheapest = min(cheapest, words.ends[word])
                count += 2  // the end is no word
            }
            for arc in arcs(of: word, labels: range) where arc.input != 0 {
                cheapest = min(cheapest, arc.cost)
                only = arc
                count += 1
            }
        }
        return if let only, count == 1 { .word(only) } else if cheapest.isFinite { .choice(cheapest: cheapest) } else {
            .nothing
        }
    }

    /// The word graph's arcs out of a state whose labels lie in a range.
    private func arcs(of word: Int, labels: ClosedRange<Int32>) -> ArraySlice<Transducer.Arc> {
        let range = wordArcs[word]
        var low = range.lowerBound, high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if words.arcs[middle].input < labels.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < range.upperBound, words.arcs[end].input <= labels.upperBound { end += 1 }
        return words.arcs[low..<end]
    }
}
