/// A sentence with slots.
///
/// Syntax: `{name}`, or `{Name}` to capitalise the first letter; `{name:form}` adds the article of that form before a
/// noun; `{name:+plural}` and `{name:form+plural}` take the plural; `{name:name}` keeps the menu's spelling; `|word`
/// selects the conjunction of a list.
struct SentenceTemplate: Equatable, Sendable {
    struct Slot: Equatable, Sendable {
        /// Slot name as in `SentenceKey.slots`, in lower case.
        let name: String
        let isCapitalised: Bool
        /// Key of an article; `name`; or empty for the bare word.
        let form: String
        let isPlural: Bool
        /// Key of a conjunction.
        let joint: String
    }

    enum Part: Equatable, Sendable {
        case text(String)
        case slot(Slot)
    }

    let parts: [Part]

    /// Parses a template.
    ///
    /// - Throws: `FeedbackError.badLanguage` for an unmatched brace or a slot without a name.
    init(_ text: String) throws(FeedbackError) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { "{}".contains($0) }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
                throw .badLanguage(reason: "a brace too much in “\(text)”")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.slot(try Self.slot(rest[rest.index(after: open)..<close], in: text)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    var slots: [Slot] {
        parts.compactMap { part in
            switch part {
            case .slot(let slot): slot
            case .text: nil
            }
        }
    }

    private static func slot(_ text: Substring, in sentence: String) throws(FeedbackError) -> Slot {
        let byJoint = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let byForm = (byJoint.first ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let byNumber = (byForm.count > 1 ? byForm[1] : "").split(
            separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = byForm.first, let first = name.first, name.allSatisfy(\.isLetter),
            byNumber.count < 2 || byNumber[1] == "plural"
        else {
            throw .badLanguage(reason: "the slot {\(text)} of “\(sentence)” cannot be read")
        }
        return Slot(
            name: first.lowercased() + name.dropFirst(), isCapitalised: first.isUppercase,
            form: String(byNumber.first ?? ""), isPlural: byNumber.count == 2,
            joint: byJoint.count > 1 ? String(byJoint[1]) : "and")
    }
}

/// The sentences of a language and their slots.
enum SentenceKey: String, CaseIterable, Sendable {
    case added, accepted, anythingElse, removed, notInOrder, whatAbout, cleared, cart, confirm, confirmAgain, useTouch,
        confirmed,
        declined, whatElse, help, example
    case cancelled, notUnderstood, cartIsEmpty, welcome, placed, placedAtTerminal, notPlaced, restored
    case leftOut, nothingChanged, confirmChoices, askStaff, offerStaff, staffCalled, staffComing, youAreWelcome,
        takeaway, forHere, toGo, askService, suggest, closed, opensToday, opensTomorrow, opensOn, noted, stillThere,
        mayClear, mayCancel, leaveItOut, questionAgain, questionAgainOptions
    /// Replies as they are spoken beside a display.
    case anythingElseAlone, addedCount, confirmCount, confirmCountAgain
    /// Labels of buttons.
    case yes, no, neverMind, eatHereLabel, toGoLabel
    /// Labels of sums.
    case subtotalLabel, taxLabel, taxIncludedLabel, tipLabel
    /// Marks of the order: an allergy or a diet of the guest.
    case allergyLabel, dietLabel
    case whichItem, whichLine, whichOption, whichUnlisted, whichUnknown, tooMany, howMany
    case unavailable, forbidden, optionUnavailable, optionCount, quantity, missing, tooManyLines, totalTooHigh
    case unknown, price, priceFrom, priceFromExtras, priceMore, optionFree, optionPrice, noChoice, choices, noOptions,
        options, items, itemsMore, available
    case notAvailable, availableWith, notOnMenu, notAllUnderstood
    case allergensAsk, allergenUnknown, allergenIn, allergenInAlso, allergenInMore, allergenInMoreAlso, allergensNone,
        suitable, suitableMore, suitableNone, searchItem, searchFound, searchFoundOneMore, searchFoundMore, searchNone,
        searchCaution, allergensListed, allergenYes, allergenNotListed, allergenNotListedOthers
    case containsNotAdded, containsNotChanged, optionContains, optionNotAdded, optionNotChanged
    /// Parts of a line description: an option with its amount, and the phrases after the item.
    case amountNone, amountLight, amountExtra, amountPlain, amountOne, amountCount, lineWith, lineWithout,
        lineWithAndWithout

    /// Names of the slots that can be filled.
    var slots: Set<String> {
        switch self {
        case .added, .accepted, .removed: ["lines"]
        case .anythingElse, .confirmed: ["total"]
        case .cart, .confirm, .confirmAgain, .restored: ["lines", "total"]
        case .placed, .placedAtTerminal: ["number", "total"]
        case .notInOrder, .cleared, .useTouch, .declined, .whatElse, .example, .cancelled, .notUnderstood, .cartIsEmpty,
            .welcome, .notPlaced, .unknown,
            .notAllUnderstood, .allergensAsk, .leftOut, .nothingChanged, .confirmChoices, .askStaff, .offerStaff,
            .staffCalled, .staffComing, .youAreWelcome, .takeaway, .noted, .stillThere, .mayClear, .mayCancel, .yes,
            .no, .neverMind, .searchNone, .forHere, .toGo, .askService, .closed, .eatHereLabel, .toGoLabel,
            .subtotalLabel,
            .tipLabel:
            []
        case .opensToday, .opensTomorrow: ["time"]
        case .opensOn: ["day", "time"]
        case .searchItem: ["item", "price"]
        case .taxLabel, .taxIncludedLabel: ["name", "percent"]
        case .suggest: ["item"]
        case .searchFound, .searchFoundOneMore: ["items"]
        case .searchFoundMore: ["items", "count"]
        case .anythingElseAlone: []
        case .addedCount: ["count"]
        case .confirmCount, .confirmCountAgain: ["count", "total"]
        case .whatAbout, .whichLine, .whichUnknown, .howMany, .unavailable, .notAvailable, .noOptions, .allergensNone:
            ["item"]
        case .help: ["example"]
        case .whichItem, .items, .itemsMore, .available: ["items"]
        case .whichOption: ["group", "item", "options"]
        case .whichUnlisted, .missing, .noChoice: ["group", "item"]
        case .tooMany, .quantity: ["limit", "item"]
        case .forbidden, .availableWith: ["item", "option"]
        case .optionCount: ["limit", "option"]
        case .tooManyLines, .totalTooHigh: ["limit"]
        case .price, .priceFrom: ["line", "price"]
        case .priceFromExtras: ["line", "price", "extras"]
        case .priceMore, .optionPrice: ["option", "price"]
        case .optionUnavailable, .optionFree, .amountNone, .amountLight, .amountExtra, .amountPlain, .amountOne:
            ["option"]
        case .choices, .questionAgainOptions: ["options"]
        case .leaveItOut: ["say"]
        case .questionAgain: ["question"]
        case .notOnMenu: ["name"]
        case .options: ["item", "options"]
        case .allergenUnknown, .allergyLabel, .suitableNone, .searchCaution: ["allergen"]
        case .dietLabel: ["diet"]
        case .allergenIn, .allergenInMore, .suitable, .suitableMore: ["allergen", "items"]
        case .allergenInAlso, .allergenInMoreAlso: ["allergen", "items", "options"]
        case .allergensListed: ["item", "allergens"]
        case .allergenYes, .allergenNotListed, .containsNotAdded, .containsNotChanged: ["item", "allergen"]
        case .optionContains, .optionNotAdded, .optionNotChanged: ["option", "item", "allergen"]
        case .allergenNotListedOthers: ["item", "allergen", "allergens"]
        case .amountCount: ["count", "option"]
        case .lineWith: ["head", "options"]
        case .lineWithout: ["head", "without"]
        case .lineWithAndWithout: ["head", "options", "without"]
        }
    }
}
