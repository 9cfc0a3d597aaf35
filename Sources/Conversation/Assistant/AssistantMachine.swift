/// State machine of a push-to-talk assistant: idle → armed → listening → processing → responding.
///
/// Holding the orb for `AssistantSettings.press` begins to listen, if all gates are open; releasing it, or silence,
/// ends it. The transcript goes to a draft, which the person may edit, extend from the keyboard, drop for another
/// attempt, or send. The machine has no clock: every event carries its time, and deadlines before that time fire first,
/// each at its own time, so the same events give the same decisions.
///
/// ```swift
/// var assistant = AssistantMachine()
/// _ = assistant.handle(.device(isAvailable: true), at: .zero)
/// _ = assistant.handle(.audio(isReady: true), at: .zero)
/// _ = assistant.handle(.pressed(onOrb: true), at: .seconds(1))
/// assistant.advance(to: .milliseconds(1_300))     // [.listen(run: 1)]
/// ```
public struct AssistantMachine: Equatable, Sendable {
    /// What the assistant does.
    public enum State: Equatable, Sendable {
        /// It waits for a press or typed text.
        case idle
        /// The orb is pressed, not yet long enough.
        case armed(since: Duration)
        /// It listens; silence counts from the last speech.
        case listening(run: Int, since: Duration, lastSpeech: Duration)
        /// The recording has ended, and its transcript is awaited.
        case recognizing(run: Int, until: Duration)
        /// A message was sent, and its answer is awaited.
        case answering(run: Int, until: Duration)
        /// The answer is spoken or shown.
        case responding(run: Int, until: Duration)
    }

    /// Its time limits.
    public let settings: AssistantSettings
    /// What it does.
    public private(set) var state = State.idle
    /// The message that is being composed.
    public private(set) var draft = AssistantDraft()
    /// What was recognised so far of the recording that runs.
    public private(set) var partial = ""
    /// Why the last recording or question failed; `nil` after the next one has begun.
    public private(set) var failure: AssistantFailure?
    private(set) var gates = AssistantGates()
    private var runs = 0
    private var clock = Duration.zero

    /// An idle assistant with an empty draft; all gates of the device are closed until it is reported.
    public init(settings: AssistantSettings = AssistantSettings()) { self.settings = settings }

    /// Whether the microphone can be used.
    public var isDeviceAvailable: Bool { gates.isDeviceAvailable }
    /// Whether audio and recogniser are ready.
    public var isAudioReady: Bool { gates.isAudioReady }

    /// Time of the next call to `advance`; `nil` when no deadline is open.
    public var nextDeadline: Duration? {
        switch state {
        case .idle: nil
        case .armed(let since): since + settings.press
        case .listening(_, let since, let lastSpeech):
            min(lastSpeech + settings.silence, since + settings.longestRecording)
        case .recognizing(_, let until), .answering(_, let until), .responding(_, let until): until
        }
    }

    /// Fires every deadline up to a time, each at its own time.
    public mutating func advance(to time: Duration) -> [AssistantDecision] {
        var decisions: [AssistantDecision] = []
        while let deadline = nextDeadline, deadline <= time {
            clock = max(clock, deadline)
            decisions += fire()
        }
        clock = max(clock, time)
        return decisions
    }

    /// Handles an event, after all deadlines up to its time.
    public mutating func handle(_ event: AssistantEvent, at time: Duration) -> [AssistantDecision] {
        advance(to: time) + decide(event)
    }

    private mutating func fire() -> [AssistantDecision] {
        switch state {
        case .idle: return []
        case .armed: return beginListening()
        case .listening(let run, _, _): return endListening(run)
        case .recognizing(let run, _):
            // What was recognised until then is not lost.
            return recognized(partial, run: run) + [.cancel(run: run)]
        case .answering(let run, _):
            state = .idle
            failure = .noAnswer
            return [.cancel(run: run)]
        case .responding(let run, _):
            state = .idle
            return [.hush(run: run)]
        }
    }

    private mutating func decide(_ event: AssistantEvent) -> [AssistantDecision] {
        switch event {
        case .pressed(let onOrb): return pressed(onOrb)
        case .released: return released()
        case .scrolling(let isScrolling):
            gates.isScrolling = isScrolling
            if isScrolling, case .armed = state { state = .idle }
            return []
        case .device(let isAvailable):
            gates.isDeviceAvailable = isAvailable
            return isAvailable ? [] : lost(.microphone)
        case .audio(let isReady):
            gates.isAudioReady = isReady
            return isReady ? [] : lost(.microphone)
        case .speech:
            if case .listening(let run, let since, _) = state {
                state = .listening(run: run, since: since, lastSpeech: clock)
            }
            return []
        case .partial(let text, let run): return heard(text, run)
        case .recognized(let text, let run):
            guard run == runs, isRecording else { return [] }
            return recognized(text, run: run)
        case .recognitionFailed(let run): return run == runs ? lost(.recognizer) : []
        case .edited, .appended, .discarded, .retried: return edit(event)
        case .sent: return send()
        case .answered(let answer, let run): return answered(answer, run)
        case .answerFailed(let run):
            guard case .answering(run, _) = state else { return [] }
            state = .idle
            failure = .noAnswer
            return []
        case .spoken(let run):
            if case .responding(run, _) = state { state = .idle }
            return []
        case .stopped: return stop()
        }
    }

    /// Whether a recording runs or its transcript is awaited.
    private var isRecording: Bool {
        switch state {
        case .listening, .recognizing: true
        case .idle, .armed, .answering, .responding: false
        }
    }

    // MARK: Listening

    private mutating func pressed(_ onOrb: Bool) -> [AssistantDecision] {
        guard onOrb, gates.areOpen else { return [] }
        switch state {
        case .idle:
            state = .armed(since: clock)
            return []
        case .responding(let run, _):
            // A press interrupts the answer.
            state = .armed(since: clock)
            return [.hush(run: run)]
        case .armed, .listening, .recognizing, .answering: return []
        }
    }

    private mutating func beginListening() -> [AssistantDecision] {
        guard gates.areOpen else {
            state = .idle
            return []
        }
        runs += 1
        partial = ""
        failure = nil
        state = .listening(run: runs, since: clock, lastSpeech: clock)
        return [.listen(run: runs)]
    }

    private mutating func released() -> [AssistantDecision] {
        switch state {
        case .armed:
            state = .idle
            return []
        case .listening(let run, _, _): return endListening(run)
        case .idle, .recognizing, .answering, .responding: return []
        }
    }

    private mutating func endListening(_ run: Int) -> [AssistantDecision] {
        state = .recognizing(run: run, until: clock + settings.recognition)
        return [.finish(run: run)]
    }

    private mutating func heard(_ text: String, _ run: Int) -> [AssistantDecision] {
        guard run == runs, isRecording else { return [] }
        if case .listening(_, let since, _) = state, text != partial {
            state = .listening(run: run, since: since, lastSpeech: clock)
        }
        partial = text
        return []
    }

    private mutating func recognized(_ text: String, run: Int) -> [AssistantDecision] {
        state = .idle
        partial = ""
        if text.isEmpty { failure = .nothingHeard } else { draft.append(transcript: text) }
        return []
    }

    /// The microphone or the recogniser is gone: what was recognised so far is kept in the draft.
    private mutating func lost(_ reason: AssistantFailure) -> [AssistantDecision] {
        switch state {
        case .armed:
            state = .idle
            return []
        case .listening(let run, _, _), .recognizing(let run, _):
            if !partial.isEmpty { draft.append(transcript: partial) }
            partial = ""
            state = .idle
            failure = reason
            return [.cancel(run: run)]
        case .idle, .answering, .responding: return []
        }
    }

    // MARK: Draft

    private mutating func edit(_ event: AssistantEvent) -> [AssistantDecision] {
        switch event {
        case .edited(let text): draft.text = text
        case .appended(let text): draft.append(typed: text)
        case .discarded: draft = AssistantDraft()
        case .retried: draft.removeLastTranscript()
        default: break
        }
        return []
    }

    private mutating func send() -> [AssistantDecision] {
        guard state == .idle, !draft.isBlank else { return [] }
        runs += 1
        let message = draft
        draft = AssistantDraft()
        failure = nil
        state = .answering(run: runs, until: clock + settings.answer)
        return [.ask(message, run: runs)]
    }

    private mutating func answered(_ answer: SourcedAnswer, _ run: Int) -> [AssistantDecision] {
        guard case .answering(run, _) = state else { return [] }
        state = .responding(run: run, until: clock + settings.longestResponse)
        return [.respond(answer, run: run)]
    }

    private mutating func stop() -> [AssistantDecision] {
        let stopped = state
        state = .idle
        partial = ""
        switch stopped {
        case .idle, .armed: return []
        case .listening(let run, _, _), .recognizing(let run, _), .answering(let run, _): return [.cancel(run: run)]
        case .responding(let run, _): return [.hush(run: run)]
        }
    }
}
