public import Ordering

/// Buttons that answer a question apart from the menu's choices.
public enum AnswerLabel: Sendable {
    /// Yes.
    case yes
    /// No.
    case no
    /// Leaves the question without an answer.
    case neverMind
}

/// Natural-language generation: converts prompts to sentences for the synthesiser and the screen. A value type; can be
/// used from any thread.
///
/// ```swift
/// let writer = try PromptWriter(menu: menu)
/// writer.sentence(.anythingElse(total: Money(minorUnits: 855)))
/// ```
public struct PromptWriter: Sendable {
    /// Limit of choices that a question reads out.
    private static let maxSpokenChoices = 5
    /// Limit of lines that one reply names as added.
    private static let maxSpokenAdditions = 2
    /// Limit of lines that the read-back names; a longer order is read back as a count and its total.
    private static let maxSpokenLines = 4

    /// Whether the staff can be called from the kiosk. Otherwise guests who need a person are asked to turn to them.
    public var callsStaff = false

    /// The menu with its names in the language of the sentences, where the file has such names.
    public let menu: Menu
    private let filler: SentenceFiller
    /// Sentences of the menu's rules in the language, by those of the file.
    private let sayings: [String: String]

    /// Creates a writer with the built-in sentences of a language.
    ///
    /// - Parameters:
    ///   - menu: source of names, prices and currency.
    ///   - locale: BCP 47 tag such as `de-AT`; `nil` for the menu's language.
    /// - Throws: `FeedbackError.unknownLocale` for a language without sentences.
    public init(menu: Menu, locale: String? = nil) throws(FeedbackError) {
        self.init(menu: menu, language: try FeedbackLanguage.builtIn(locale ?? menu.store.locale))
    }

    /// Creates a writer with given sentences.
    ///
    /// - Parameters:
    ///   - menu: source of names, prices and currency.
    ///   - language: sentences and grammar.
    public init(menu: Menu, language: FeedbackLanguage) {
        self.menu = menu.named(in: language.locale)
        filler = SentenceFiller(language: language, store: self.menu.store)
        let pairs = zip(menu.rules, self.menu.rules).compactMap { rule, named in
            rule.say.flatMap { say in named.say.map { (say, $0) } }
        }
        sayings = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Language code of the sentences, for example `en`.
    public var locale: String { filler.language.locale }

    /// Joins the sentences of several prompts to one reply.
    public func reply(_ prompts: [Prompt]) -> String {
        prompts.map(sentence).joined(separator: " ")
    }

    /// The reply as it is spoken beside a display, which shows the lines and the total: shorter where it would be long.
    public func speech(_ prompts: [Prompt]) -> String {
        prompts.map { prompt in
            switch prompt {
            // The total is heard at the read-back; said after every item it would make each reply long.
            case .anythingElse where prompts.count > 1: fill(.anythingElseAlone)
            case .added(let lines) where lines.count > Self.maxSpokenAdditions:
                fill(.addedCount, ["count": .text("\(lines.pieces)")])
            case .confirm(let lines, let total) where lines.count > Self.maxSpokenLines:
                fill(.confirmCount, ["count": .text("\(lines.pieces)"), "total": amount(total)])
            case .confirmAgain(let lines, let total) where lines.count > Self.maxSpokenLines:
                fill(.confirmCountAgain, ["count": .text("\(lines.pieces)"), "total": amount(total)])
            default: sentence(prompt)
            }
        }.joined(separator: " ")
    }

    /// Formats an amount as it is written in the language.
    public func money(_ amount: Money) -> String { filler.money(amount) }

    /// Text normalisation for the synthesiser: replaces words by the menu's pronunciations and writes out amounts in
    /// words.
    public func spoken(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map(spokenWord).joined(separator: " ")
    }

    private func spokenWord(_ word: Substring) -> String {
        let marks = word.reversed().prefix { ".,!?:;\u{A0}\u{202F}".contains($0) }.count
        let end = word.suffix(marks).filter { $0 != "\u{A0}" && $0 != "\u{202F}" }
        if let amount = filler.spokenMoney(word.dropLast(marks)) { return amount + end }
        let core = word.prefix { $0.isLetter || $0.isNumber || $0 == "'" }
        guard let spelling = menu.pronunciations[core.lowercased()] else { return word.dropLast(marks) + end }
        return spelling + word.dropFirst(core.count).dropLast(marks) + end
    }

    /// One or two sentences for a prompt.
    public func sentence(_ prompt: Prompt) -> String {
        switch prompt {
        case .added(let lines): fill(.added, ["lines": list(lines)])
        case .accepted(let lines): fill(.accepted, ["lines": list(lines)])
        case .anythingElse(let total): fill(.anythingElse, ["total": amount(total)])
        case .question(let question): ask(question)
        case .questionAgain(let question): askAgain(question)
        case .leftOut: fill(.leftOut)
        case .nothingChanged: fill(.nothingChanged)
        case .refused(let violation, let itemId): refuse(violation, item: itemId.flatMap(menu.item)?.name)
        case .contains(let allergen, let itemId, let option, let consequence):
            answers.contains(
                allergen, item: menu.item(itemId)?.name, option: option.flatMap(menu.option)?.name, consequence)
        case .contents(let name, let line): answers.contents(name, line)
        case .removed(let lines): fill(.removed, ["lines": list(lines)])
        case .notInOrder: fill(.notInOrder)
        case .whatAbout(let line): fill(.whatAbout, ["item": .name(menu.item(line.itemId)?.name)])
        case .answer(let question): answers.answer(question)
        case .note(let answer): answer
        case .noted: fill(.noted)
        case .cleared: fill(.cleared)
        case .cart(let lines, let total): fill(.cart, ["lines": list(lines), "total": amount(total)])
        case .confirm(let lines, let total): fill(.confirm, ["lines": list(lines), "total": amount(total)])
        case .confirmAgain(let lines, let total): fill(.confirmAgain, ["lines": list(lines), "total": amount(total)])
        case .confirmChoices: fill(.confirmChoices)
        case .useTouch: fill(.useTouch)
        case .confirmed(let total): fill(.confirmed, ["total": amount(total)])
        case .declined: fill(.declined)
        case .whatElse: fill(.whatElse)
        case .help: fill(.help, ["example": .text(example)])
        case .cancelled: fill(.cancelled)
        case .notUnderstood: fill(.notUnderstood)
        case .askStaff: fill(callsStaff ? .offerStaff : .askStaff)
        case .staffCalled: fill(callsStaff ? .staffCalled : .askStaff)
        case .staffComing: fill(.staffComing)
        case .youAreWelcome: fill(.youAreWelcome)
        case .takeaway: fill(.takeaway)
        case .service(.eatHere): fill(.forHere)
        case .service(.toGo): fill(.toGo)
        case .closed: fill(.closed)
        case .opens(let opening): opens(opening)
        case .stillThere: fill(.stillThere)
        case .cartIsEmpty: fill(.cartIsEmpty)
        case .welcome: fill(.welcome)
        case .placed(let number, let total, let atTerminal):
            fill(atTerminal ? .placedAtTerminal : .placed, ["number": .text("\(number)"), "total": amount(total)])
        case .notPlaced: fill(.notPlaced)
        case .restored(let lines, let total): fill(.restored, ["lines": list(lines), "total": amount(total)])
        }
    }

    private func opens(_ opening: OpeningHours.Opening) -> String {
        let time = SlotValue.text(filler.grammar.times.text(of: opening.time))
        switch opening.daysAway {
        case 0: return fill(.opensToday, ["time": time])
        case 1: return fill(.opensTomorrow, ["time": time])
        default: return fill(.opensOn, ["day": .text(filler.grammar.times.days[opening.weekday]), "time": time])
        }
    }

    private var answers: MenuAnswers { MenuAnswers(menu: menu, filler: filler, describe: describe) }

    /// Label of a button that answers a question.
    public func label(_ answer: AnswerLabel) -> String {
        switch answer {
        case .yes: fill(.yes)
        case .no: fill(.no)
        case .neverMind: fill(.neverMind)
        }
    }

    /// Label of a kind of order.
    public func label(_ kind: ServiceKind) -> String { fill(kind == .eatHere ? .eatHereLabel : .toGoLabel) }

    /// The sums of an order with their labels: subtotal, taxes, tip; empty where they are the total alone.
    public func labels(_ sums: OrderSums) -> [(label: String, amount: Money)] {
        guard !sums.taxes.isEmpty || sums.tip > .zero else { return [] }
        let taxes = sums.taxes.map { tax in
            let slots: [String: SlotValue] = [
                "name": .text(tax.name), "percent": .text(tax.percent(point: filler.grammar.money.decimal)),
            ]
            return (fill(tax.isIncluded ? .taxIncludedLabel : .taxLabel, slots), tax.amount)
        }
        let tip = sums.tip > .zero ? [(fill(.tipLabel), sums.tip)] : []
        return [(fill(.subtotalLabel), sums.lines)] + taxes + tip
    }

    /// Mark of an allergen or diet that the guest named for the order: "Allergy: nuts", "Diet: vegan".
    public func label(avoided name: String) -> String {
        let term = SlotValue.name(filler.term(name))
        return Diet(rawValue: name) == nil ? fill(.allergyLabel, ["allergen": term]) : fill(.dietLabel, ["diet": term])
    }

    /// The word for an allergen or diet in the language of the sentences.
    public func term(_ name: String) -> String { filler.term(name) }

    /// An example of an order: "a large latte".
    public var example: String {
        guard let item = menu.items.first(where: \.available) else { return fill(.example) }
        let size = item.groups.lazy.compactMap(menu.group).first { $0.kind == .size }
        let options =
            size.flatMap { group in
                group.options.last.map { [SelectedOption(option: OptionReference(group: group.id, option: $0.id))] }
            } ?? []
        return describe(
            OrderLine(
                id: 0,
                item: ParsedOrderItem(
                    itemId: item.id, name: item.name, quantity: 1, options: options, spoken: "", nameSpoken: "",
                    confidence: 1)))
    }

    /// Sentences worth rendering in advance, most frequent first: sentences without slots, questions for required
    /// options, and item names. Normalised with `spoken` and split into single sentences.
    public var frequentSentences: [String] {
        let fixed: [Prompt] = [
            .welcome, .whatElse, .notUnderstood, .declined, .useTouch, .cartIsEmpty, .cleared, .cancelled, .notInOrder,
            .help, .confirmChoices, .askStaff, .staffCalled, .staffComing, .stillThere,
        ]
        let questions = menu.items.filter(\.available).flatMap { item in
            item.required.map { Prompt.question(Clarification(line: 0, itemId: item.id, topic: .option(group: $0))) }
        }
        let names = menu.items.filter(\.available).map { filler.grammar.word($0.name).capitalisedFirst + "." }
        var seen: Set<String> = []
        return ((fixed + questions).map(sentence) + names).flatMap { SentenceSplitter.split(spoken($0)) }.filter {
            seen.insert($0).inserted
        }
    }

    // MARK: Lines

    /// Description of an order line: "2 large iced lattes with oat milk and no foam".
    public func describe(_ line: OrderLine) -> String {
        guard let item = menu.item(line.itemId) else { return line.itemId }
        let grammar = filler.grammar
        let isPlural = line.quantity != 1
        let gender = grammar.gender(of: item.name)
        var before: [String] = [], after: [String] = [], things: [String] = [], without: [String] = []
        for groupId in item.groups {
            guard let group = menu.group(groupId) else { continue }
            for selected in line.options where selected.option.group == groupId {
                guard let option = group.option(selected.option.option) else { continue }
                if group.kind.standsBeforeNoun, selected.amount == nil {
                    let words =
                        selected.count == nil || option.count != nil
                        ? grammar.agreeing(option.name, gender: gender, isPlural: isPlural) : amount(selected, option)
                    switch grammar.place(of: option.name) {
                    case .before: before.append(words)
                    case .after: after.append(words)
                    case .with: things.append(words)
                    }
                } else if selected.amount == .without, !grammar.saysNoneInLine {
                    without.append(fill(.amountNone, ["option": .name(option.name)]))
                } else {
                    things.append(amount(selected, option))
                }
            }
        }
        let name = grammar.word(item.name)
        let words = before + [isPlural ? grammar.plural(name) : name] + after
        // A name such as "12 piece nuggets" begins with a number and takes no article.
        let article =
            words.first?.split(separator: " ").first.flatMap { Int($0) } != nil
            ? "" : grammar.articles["a"].map { grammar.article($0, gender: gender, before: words.first ?? name) } ?? ""
        let head = (isPlural ? "\(line.quantity) " : article) + words.joined(separator: " ")
        let slots: [String: SlotValue] = ["head": .text(head), "options": .texts(things), "without": .texts(without)]
        switch (things.isEmpty, without.isEmpty) {
        case (true, true): return head
        case (false, true): return fill(.lineWith, slots)
        case (true, false): return fill(.lineWithout, slots)
        case (false, false): return fill(.lineWithAndWithout, slots)
        }
    }

    private func amount(_ selected: SelectedOption, _ option: MenuOption) -> String {
        let name = SlotValue.name(option.name)
        if option.count == nil, let count = selected.count {
            return fill(count == 1 ? .amountOne : .amountCount, ["count": .text("\(count)"), "option": name])
        }
        switch selected.amount {
        case .without: return fill(.amountNone, ["option": name])
        case .light: return fill(.amountLight, ["option": name])
        case .extra: return fill(.amountExtra, ["option": name])
        case .regular, nil: return fill(.amountPlain, ["option": name])
        }
    }

    // MARK: Questions and refusals

    private func ask(_ question: Clarification) -> String {
        let soldOut = question.soldOut.map { fill(.optionUnavailable, ["option": .name(menu.option($0)?.name)]) }
        let say = question.say.map { sayings[$0] ?? $0 } ?? soldOut
        if case .permission(let command) = question.topic { return askPermission(command, say: say) }
        if let say { return say }
        let item = SlotValue.name(menu.item(question.itemId)?.name)
        switch question.topic {
        case .item(let candidates, _):
            return fill(.whichItem, ["items": .names(candidates.compactMap(menu.item).map(\.name))])
        case .line: return fill(.whichLine, ["item": item])
        case .option(let groupId):
            guard let group = menu.group(groupId) else { return fill(.whichUnknown, ["item": item]) }
            let options = SlotValue.names(group.availableOptions.map(\.name))
            let slots: [String: SlotValue] = ["group": .name(filler.name(of: group)), "item": item, "options": options]
            return fill(group.availableOptions.count <= Self.maxSpokenChoices ? .whichOption : .whichUnlisted, slots)
        case .quantity(let asked, let limit):
            return fill(asked > limit ? .tooMany : .howMany, ["limit": .text("\(limit)"), "item": item])
        case .permission(let command): return askPermission(command, say: say)
        case .service: return fill(.askService)
        }
    }

    /// The question of a menu's rule ends with a question mark already, or is completed by "Shall I leave it out?".
    private func askPermission(_ command: CartCommand, say: String?) -> String {
        switch (command, say) {
        case (.clear, _): fill(.mayClear)
        case (_, let say?): say.hasSuffix("?") ? say : fill(.leaveItOut, ["say": .text(say)])
        case (.add(let items), nil):
            fill(.suggest, ["item": .name(items.first.map { menu.item($0.itemId)?.name ?? $0.name })])
        case (_, nil): fill(.mayCancel)
        }
    }

    /// The question in other words, with the way out of it.
    private func askAgain(_ question: Clarification) -> String {
        if case .permission = question.topic { return ask(question) }
        if case .option(let groupId) = question.topic, let group = menu.group(groupId),
            group.availableOptions.count <= Self.maxSpokenChoices
        {
            return fill(.questionAgainOptions, ["options": .names(group.availableOptions.map(\.name))])
        }
        return fill(.questionAgain, ["question": .text(ask(question))])
    }

    private func refuse(_ violation: OrderViolation, item name: String?) -> String {
        let item = SlotValue.name(name)
        func option(_ reference: OptionReference) -> SlotValue {
            .name(menu.option(reference)?.name ?? reference.option)
        }
        switch violation {
        case .unavailable: return fill(.unavailable, ["item": item])
        case .forbidden(_, let reference, let say):
            if let say { return sayings[say] ?? say }
            let isSoldOut = menu.option(reference)?.available == false
            return isSoldOut
                ? fill(.optionUnavailable, ["option": option(reference)])
                : fill(.forbidden, ["item": item, "option": option(reference)])
        case .optionCount(_, let reference, _, let limit):
            return fill(.optionCount, ["limit": .text("\(limit)"), "option": option(reference)])
        case .quantity(_, _, let limit): return fill(.quantity, ["limit": .text("\(limit)"), "item": item])
        case .missing(_, let group, let say):
            return say.map { sayings[$0] ?? $0 }
                ?? fill(.missing, ["item": item, "group": .name(menu.group(group).map(filler.name) ?? group)])
        case .tooManyLines(let limit): return fill(.tooManyLines, ["limit": .text("\(limit)")])
        case .totalTooHigh(let limit): return fill(.totalTooHigh, ["limit": amount(limit)])
        }
    }

    private func fill(_ key: SentenceKey, _ values: [String: SlotValue] = [:]) -> String { filler.fill(key, values) }

    /// Description of several lines: "a large latte and a muffin".
    public func describe(_ lines: [OrderLine]) -> String { filler.list(lines.map(describe)) }

    private func list(_ lines: [OrderLine]) -> SlotValue { .texts(lines.map(describe)) }

    private func amount(_ money: Money) -> SlotValue { .text(filler.money(money)) }
}

extension [OrderLine] {
    /// Number of pieces of all lines.
    fileprivate var pieces: Int { reduce(0) { $0 + $1.quantity } }
}
