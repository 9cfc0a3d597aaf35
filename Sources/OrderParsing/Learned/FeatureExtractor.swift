package import Ordering

/// The features of each word of an utterance, as numbers.
///
/// Most features are classes (`WordClasses`) of the word and of two words on either side, so that an unknown word is
/// labelled by its context. A word itself is a feature only if it is a closed-class word or, with less weight, a menu
/// word.
package struct FeatureExtractor: Sendable {
    /// Changes with the definition of any feature; models of another version are refused.
    static let version: UInt16 = 1
    /// Value of menu-word features: small, so that classes are learned first.
    static let menuWordValue = 0.3

    /// A word as the features see it.
    private struct Token {
        var mask: WordClasses.Mask = []
        /// 0 outside of phrases, 1 a phrase by itself, 2 first, 3 inner, 4 last word of one.
        var place: UInt32 = 0
        /// The hash of a closed-class word, otherwise 0.
        var closed: UInt32 = 0
        /// The hash of a menu word, otherwise 0.
        var menuWord: UInt32 = 0
        /// Mask and place if similar words are replaced by menu words; the mask is empty if that changes nothing.
        var guessedMask: WordClasses.Mask = []
        var guessedPlace: UInt32 = 0
        /// Shape of a word outside of phrases.
        var shape: UInt32 = 0
        /// Hashes of class, place and shape; the second without the kinds of options.
        var symbol: UInt32 = 0
        var coarse: UInt32 = 0

        var isUnknown: Bool { place == 0 && closed == 0 }
        var isSkipped: Bool { isUnknown || mask == .filler }
    }

    /// The token before the first word and after the last one.
    private static let edge = Token(symbol: 1, coarse: 1)

    private let classes: WordClasses

    init(classes: WordClasses) { self.classes = classes }

    /// Calls `body` with the features of each word and their values.
    ///
    /// - Parameter body: gets the word's position, the feature and its value; features of one word come together.
    package func forEachFeature(
        _ words: [String], _ body: (_ position: Int, _ feature: UInt32, _ value: Double) -> Void
    ) {
        let tokens = tokens(words)
        let surroundings = surroundings(tokens)
        func at(_ index: Int) -> Token { tokens.indices.contains(index) ? tokens[index] : Self.edge }
        let opening = FeatureHash.of(90, at(0).closed, at(1).closed, at(2).closed)
        for index in tokens.indices {
            let token = tokens[index]
            let near = (at(index - 2), at(index - 1), at(index + 1), at(index + 2))
            func say(_ feature: UInt32) { body(index, feature, 1) }
            say(FeatureHash.of(1, 0))
            for (offset, other) in [(0, near.0), (1, near.1), (2, token), (3, near.2), (4, near.3)] {
                say(FeatureHash.of(10 + offset, other.symbol))
                if other.closed != 0 { say(FeatureHash.of(20 + offset, other.closed)) }
                if offset > 0, offset < 4 {
                    var rest = other.mask.rawValue
                    while rest != 0 {
                        say(FeatureHash.of(30 + offset, UInt32(rest.trailingZeroBitCount), other.place))
                        rest &= rest - 1
                    }
                    if other.isUnknown, offset != 2 { say(FeatureHash.of(40 + offset, other.shape)) }
                }
            }
            if token.place == 0 {
                for bits in [token.shape & 0xF, token.shape & 0xF0, token.shape & 0xF00, token.shape & 0xF000]
                where bits != 0 { say(FeatureHash.of(45, bits)) }
                say(FeatureHash.of(46, token.shape, near.1.coarse))
                say(FeatureHash.of(47, token.shape, near.2.coarse))
            }
            for (offset, other) in [(1, near.1), (2, token), (3, near.2)] where !other.guessedMask.isEmpty {
                say(FeatureHash.of(80 + offset, other.guessedMask.rawValue, other.guessedPlace))
                say(FeatureHash.of(84 + offset, other.guessedMask.coarse, other.guessedPlace, token.coarse))
            }
            if token.menuWord != 0 { body(index, FeatureHash.of(48, token.menuWord), Self.menuWordValue) }
            say(FeatureHash.of(50, near.1.coarse, token.coarse))
            say(FeatureHash.of(51, token.coarse, near.2.coarse))
            say(FeatureHash.of(52, near.0.coarse, near.1.coarse))
            say(FeatureHash.of(53, near.2.coarse, near.3.coarse))
            say(FeatureHash.of(54, near.1.coarse, near.2.coarse))
            say(FeatureHash.of(55, near.1.coarse, token.coarse, near.2.coarse))
            say(FeatureHash.of(56, near.0.coarse, near.1.coarse, token.coarse))
            say(FeatureHash.of(57, token.coarse, near.2.coarse, near.3.coarse))
            if token.closed != 0 {
                say(FeatureHash.of(60, near.1.closed, token.closed))
                say(FeatureHash.of(61, token.closed, near.2.closed))
                say(FeatureHash.of(62, token.closed, near.2.coarse))
                say(FeatureHash.of(63, near.1.coarse, token.closed))
            }
            let around = surroundings[index]
            say(FeatureHash.of(70, around.before, token.coarse))
            say(FeatureHash.of(71, around.after, token.coarse))
            say(FeatureHash.of(72, around.before, around.after, token.coarse))
            say(FeatureHash.of(73, around.flags, token.coarse))
            say(FeatureHash.of(74, around.flags, around.run, near.1.coarse))
            say(FeatureHash.of(75, around.run, around.before))
            say(FeatureHash.of(91, opening, token.mask.coarse))
            say(FeatureHash.of(92, at(0).closed, at(1).closed, token.mask.coarse))
        }
    }

    /// Context beyond two words.
    private struct Surroundings {
        /// The nearest words on either side that are neither unknown nor fillers.
        var before: UInt32 = 0
        var after: UInt32 = 0
        /// Whether an item comes before, whether one comes after, and whether "with" came since the last item.
        var flags: UInt32 = 0
        /// Position in a run of unknown words: at most three before, at most three after.
        var run: UInt32 = 0
    }

    private func surroundings(_ tokens: [Token]) -> [Surroundings] {
        var all = [Surroundings](repeating: Surroundings(), count: tokens.count)
        var before = Self.edge.coarse, hasItem: UInt32 = 0, hasWith: UInt32 = 0, unknown: UInt32 = 0
        for index in tokens.indices {
            all[index].before = before
            all[index].flags = hasItem | hasWith << 1
            all[index].run = min(3, unknown)
            let token = tokens[index]
            if !token.isSkipped { before = token.coarse }
            unknown = token.isUnknown ? unknown + 1 : 0
            if token.mask.contains(.item) { (hasItem, hasWith) = (1, 0) }
            if token.mask.contains(.with) { hasWith = 1 }
        }
        var after = Self.edge.coarse
        (hasItem, unknown) = (0, 0)
        for index in tokens.indices.reversed() {
            all[index].after = after
            all[index].flags |= hasItem << 2
            all[index].run |= min(3, unknown) << 2
            let token = tokens[index]
            if !token.isSkipped { after = token.coarse }
            unknown = token.isUnknown ? unknown + 1 : 0
            if token.mask.contains(.item) { hasItem = 1 }
        }
        return all
    }

    private func tokens(_ words: [String]) -> [Token] {
        let known = words.map { classes.word($0) }
        var ids = known.map { $0?.id ?? -1 }
        var tokens = [Token](repeating: Token(), count: words.count)
        forEachPhrase(ids) { mask, place, index in
            tokens[index].mask = mask
            tokens[index].place = place
        }
        var isGuessing = false
        for index in tokens.indices {
            if let word = known[index] {
                if word.isClosed { tokens[index].closed = word.hash }
                if word.isOfItem || word.isOfOption { tokens[index].menuWord = word.hash }
            } else if words[index].utf8.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? false {
                tokens[index].mask = .number
                tokens[index].place = 1
            } else {
                let nearest = classes.similarity.nearest(to: words[index])
                tokens[index].shape = nearest.levels
                ids[index] = nearest.wordID
                if nearest.wordID >= 0 { isGuessing = true }
            }
        }
        if isGuessing {
            forEachPhrase(ids) { mask, place, index in
                guard (tokens[index].mask, tokens[index].place) != (mask, place) else { return }
                tokens[index].guessedMask = mask
                tokens[index].guessedPlace = place
            }
        }
        guessPairs(words, &tokens)
        for index in tokens.indices {
            if tokens[index].place == 0 {
                tokens[index].shape |= shape(words[index], known[index])
                let mark = tokens[index].closed != 0 ? tokens[index].closed : tokens[index].shape & 0xF00F
                tokens[index].symbol = FeatureHash.of(2, tokens[index].closed == 0 ? tokens[index].shape : 0, mark)
                tokens[index].coarse = FeatureHash.of(3, mark)
            } else {
                tokens[index].symbol = FeatureHash.of(4, tokens[index].mask.rawValue, tokens[index].place)
                tokens[index].coarse = FeatureHash.of(5, tokens[index].mask.coarse, tokens[index].place)
            }
        }
        return tokens
    }

    /// Calls `body` with mask, place and position of each word in a phrase; of overlapping phrases the first and
    /// longest.
    private func forEachPhrase(_ ids: [Int32], _ body: (WordClasses.Mask, UInt32, Int) -> Void) {
        var position = 0
        while position < ids.count {
            guard let phrase = classes.longest(ids, at: position) else {
                position += 1
                continue
            }
            for offset in 0..<phrase.count {
                body(
                    phrase.mask, phrase.count == 1 ? 1 : offset == 0 ? 2 : offset == phrase.count - 1 ? 4 : 3,
                    position + offset)
            }
            position += phrase.count
        }
    }

    /// Treats two unknown words as one menu word if they are similar to it together: "cappa chino".
    private func guessPairs(_ words: [String], _ tokens: inout [Token]) {
        for index in tokens.indices.dropLast() where tokens[index].isUnknown && tokens[index].guessedMask.isEmpty {
            guard tokens[index + 1].isUnknown, words[index].utf8.count + words[index + 1].utf8.count <= 16 else {
                continue
            }
            let nearest = classes.similarity.nearest(to: words[index] + words[index + 1])
            guard nearest.levels & 0b1010 != 0, let phrase = classes.longest([nearest.wordID], at: 0) else {
                continue
            }
            for (offset, place) in [(0, 2), (1, 4)] {
                tokens[index + offset].guessedMask = phrase.mask
                tokens[index + offset].guessedPlace = UInt32(place)
            }
        }
    }

    /// Bits 0…3: similarity to items and options; 4…7: ending; 8…11: length; 12…13: part of an item's, an option's
    /// name.
    private func shape(_ word: String, _ known: WordClasses.Word?) -> UInt32 {
        var shape: UInt32 = 0
        if let known, known.isOfItem || known.isOfOption {
            shape |= (known.isOfItem ? 1 << 12 : 0) | (known.isOfOption ? 1 << 13 : 0)
        }
        let spelling = word.utf8
        let ending: UInt32 =
            switch (spelling.dropLast().last, spelling.last) {
            case (UInt8(ascii: "e"), UInt8(ascii: "d")): 1
            case (UInt8(ascii: "s"), UInt8(ascii: "s")): 2
            case (_, UInt8(ascii: "s")): 3
            case (UInt8(ascii: "l"), UInt8(ascii: "y")): 4
            case (_, UInt8(ascii: "y")): 5
            case (UInt8(ascii: "n"), UInt8(ascii: "g")): 6
            case (_, UInt8(ascii: "o")), (_, UInt8(ascii: "a")), (_, UInt8(ascii: "i")): 7
            default: 8
            }
        shape |= ending << 4
        let length: UInt32 =
            switch spelling.count {
            case ...2: 1
            case 3...4: 2
            case 5...7: 3
            default: 4
            }
        return shape | length << 8
    }
}

extension FeatureExtractor {
    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    package init(menu: Menu, augmentation: Int = 0) throws {
        self.init(
            classes: WordClasses(
                menu: menu, language: try Language.english(), closedWords: try ClosedClassWords.english(),
                augmentation: augmentation))
    }
}
