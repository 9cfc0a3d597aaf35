internal import Feedback
internal import OrderSession
public import Ordering
public import Transcription
public import VoiceOrdering

/// Snapshots for displays and for the staff's page.
extension KioskMachine {
    /// Most cards of items that fit a wish.
    private static let mostFound = 24

    /// The current state for displays.
    ///
    /// - Parameters:
    ///   - transcript: transcript of the utterance being spoken.
    ///   - preview: the items recognised in it.
    ///   - leaving: ids of the lines that it removes.
    public func snapshot(transcript: TranscriptState, preview: [PreviewItem], leaving: Set<Int> = [])
        -> KioskSnapshot
    {
        var snapshot = KioskSnapshot(microphone: microphone, currency: menu.store.currency)
        snapshot.screen = screen
        snapshot.total = amount(.zero)
        snapshot.session = guest?.id
        snapshot.caption = caption
        snapshot.idleSecondsLeft = idleSecondsLeft
        snapshot.confirmSecondsLeft = confirmSecondsLeft
        snapshot.cue = cue
        snapshot.staffCall = staffCall?.isGuestPresent == true ? staffCall?.state : nil
        snapshot.needsStaff = needsStaff
        switch phase {
        case .payment(let placed, _, _), .thanks(let placed, _): snapshot.placed = placed
        case .failed(let message, _, _): snapshot.failure = message
        case .idle, .ordering, .placing: break
        }
        guard let guest else { return snapshot }
        let cart = guest.dialogue.cart
        let words = transcript.split
        snapshot.transcript = KioskSnapshot.Transcript(stable: words.stable, volatile: words.volatile, last: lastText)
        snapshot.preview = preview.filter { isWithinLimit($0.parsed) }.map(item)
        snapshot.cart = cart.orderableLines.map { line in
            var item = item(line, isInQuestion: cart.pendingClarification?.line == line.id)
            item.isLeaving = leaving.contains(line.id)
            return item
        }
        snapshot.total = amount(cart.total)
        snapshot.avoids = cart.avoided.map { KioskSnapshot.Avoided(id: $0, label: writer.label(avoided: $0)) }
        snapshot.question = cart.pendingClarification.map { question($0, cart) }
        snapshot.ending = ending(cart)
        snapshot.needsTouch = guest.dialogue.needsTouch
        if phase == .ordering, let wish = guest.wish { snapshot.found = found(wish) }
        return snapshot
    }

    /// The items that fit a wish, as cards; none where the menu cannot say.
    private func found(_ wish: MenuSearch) -> [KioskSnapshot.Found] {
        guard wish.unlisted(in: menu).isEmpty else { return [] }
        let chosen = wish.options.map { SelectedOption(option: $0) }
        return wish.matches(in: menu).prefix(Self.mostFound).map { match in
            let name = writer.menu.item(match.itemId)?.name ?? match.itemId
            let line = OrderLine(
                id: 0,
                item: ParsedOrderItem(
                    itemId: match.itemId, name: name, quantity: 1, options: chosen, spoken: name, nameSpoken: name,
                    confidence: 1))
            return KioskSnapshot.Found(
                itemId: match.itemId, name: name, description: writer.describe(line),
                options: wish.options.map { KioskAction.Option(group: $0.group, id: $0.option) },
                price: amount(match.price))
        }
    }

    /// An amount as the kiosk's sentences write it, so that page and caption show the same.
    func amount(_ money: Money) -> KioskSnapshot.Amount {
        KioskSnapshot.Amount(minorUnits: money.minorUnits, text: writer.money(money))
    }

    /// The kind of utterance that the open question expects.
    var expected: UtteranceShape.Expected { guest?.dialogue.expected ?? .nothing }

    /// Whether a question is open, which a fragment can answer.
    var isAsking: Bool { guest?.dialogue.cart.pendingClarification != nil }

    /// The session for the staff's page, without any of the guest's data.
    func staffSession(at time: Duration) -> StaffSession {
        var session = session
        // The machine advances its sessions with its own deadlines; the end of the time-out notice is not one of them.
        if guest == nil { session.advance(to: time) }
        let isOpen = session.state == .active
        return StaffSession(
            state: session.state.rawValue,
            duration: isOpen ? session.formattedDuration(at: time) : session.lastEnded?.formattedDuration,
            untilTimeout: session.formattedTimeUntilTimeout(at: time),
            lastEnd: session.lastEnded?.reason.rawValue,
            ends: SessionEndReason.allCases.compactMap { reason in
                session.endCounts[reason].map { StaffSession.End(reason: reason.rawValue, count: $0) }
            })
    }

    /// Whether a guest is being served or a result is still shown.
    var isServing: Bool { phase != .idle }

    /// Whether a guest is at an order, which a new session would take away.
    var isOrderOpen: Bool {
        switch phase {
        case .ordering, .placing, .failed: true
        case .payment(let placed, _, _): placed.payment.isAtTerminal
        case .idle, .thanks: false
        }
    }

    private var screen: KioskSnapshot.Screen {
        switch phase {
        case .idle: .welcome
        case .ordering: guest?.dialogue.isConfirming == true ? .confirmation : .ordering
        case .placing: .placing
        case .payment: .payment
        case .thanks: .thanks
        case .failed: .failure
        }
    }

    private var microphone: KioskSnapshot.Microphone {
        if let voiceUnavailable { return KioskSnapshot.Microphone(state: .unavailable, reason: voiceUnavailable) }
        guard let guest else { return KioskSnapshot.Microphone(state: speakingSince == nil ? .armed : .speaking) }
        guard guest.isListening else { return KioskSnapshot.Microphone(state: .off) }
        return KioskSnapshot.Microphone(state: speakingSince != nil ? .speaking : isHearing ? .hearing : .listening)
    }

    private func item(_ line: OrderLine, isInQuestion: Bool = false) -> KioskSnapshot.Item {
        let prices = PriceList(menu: menu)
        let price = (try? prices.total(of: [line])) ?? .zero
        return KioskSnapshot.Item(
            id: line.id, itemId: line.itemId, name: writer.menu.item(line.itemId)?.name ?? line.itemId,
            quantity: line.quantity,
            options: line.options.map { StoredLine.Option($0, menu: writer.menu) },
            description: writer.describe(line), price: amount(price),
            isInQuestion: isInQuestion)
    }

    /// Ids of the lines that an unfinished utterance would remove as it reads so far.
    func linesLeaving(by parse: OrderParseResult) -> Set<Int> {
        let isRemoval = parse.acts.contains { if case .remove = $0 { true } else { false } }
        guard isRemoval, var cart = guest?.dialogue.cart else { return [] }
        let known = Set(cart.lines.map(\.id))
        _ = cart.apply(parse)
        return known.subtracting(cart.lines.map(\.id))
    }

    /// Whether a quantity can be ordered. Any other is asked about and has no line and no price on the screen.
    private func isWithinLimit(_ item: ParsedOrderItem) -> Bool {
        let limit = min(menu.item(item.itemId)?.maxQuantity ?? 0, menu.limits.perLine)
        return item.quantity >= 1 && item.quantity <= limit
    }

    /// A recognised item as the order line it would become.
    private func item(_ preview: PreviewItem) -> KioskSnapshot.Item {
        item(OrderLine(id: preview.live.id, item: preview.parsed))
    }

    // Values of answers; the ids of a menu have no slash.
    static let (yesAnswer, noAnswer, dropAnswer) = ("/yes", "/no", "/never-mind")

    private func question(_ question: Clarification, _ cart: CartCoordinator) -> KioskSnapshot.Question {
        var answers: [KioskSnapshot.Question.Answer] =
            switch question.topic {
            case .option(let group):
                (writer.menu.group(group)?.options ?? []).map { .init(label: $0.name, value: $0.id) }
            case .quantity(_, let limit): (1...max(1, min(limit, 6))).map { .init(label: "\($0)", value: "\($0)") }
            case .item(let candidates, _):
                candidates.compactMap(writer.menu.item).map { .init(label: $0.name, value: $0.id) }
            case .line(let candidates, _):
                candidates.compactMap { id in cart.lines.first { $0.id == id } }.map {
                    .init(label: writer.describe($0), value: "\($0.id)")
                }
            case .service: menu.store.services.map { .init(label: writer.label($0), value: $0.rawValue) }
            case .permission:
                [
                    .init(label: writer.label(.yes), value: Self.yesAnswer),
                    .init(label: writer.label(.no), value: Self.noAnswer),
                ]
            }
        if case .permission = question.topic {
        } else if question.topic != .service {
            answers.append(.init(label: writer.label(.neverMind), value: Self.dropAnswer))
        }
        return KioskSnapshot.Question(
            text: writer.sentence(.question(question)), line: question.line == 0 ? nil : question.line, answers: answers
        )
    }
}

extension [Prompt] {
    /// The wish that the reply answers; `nil` for other replies.
    func wish(in menu: Menu) -> MenuSearch? {
        for case .answer(let question) in self {
            switch question {
            case .search(let wish): return wish
            case .suitable(let allergen, let category):
                let among = category.map { category in menu.items.filter { $0.category == category }.map(\.id) }
                return MenuSearch(among: among, without: [allergen])
            default: break
            }
        }
        return nil
    }
}
