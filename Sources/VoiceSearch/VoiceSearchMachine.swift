public import Catalogue

/// The state machine of a search by voice: idle → listening → processing → results or error.
///
/// Pure: events with their times go in, actions come out, and the machine reads no clock. The same events at the same
/// times give the same actions, so a session can be replayed. Each listening and each search has a number; what arrives
/// with an older number is ignored.
///
/// ```swift
/// var machine = VoiceSearchMachine()
/// machine.handle(.gates(.all), at: .zero)
/// machine.handle(.startVoiceSearch, at: .zero)     // [.listen(run: 1)]
/// machine.handle(.heard("gatsby", run: 1), at: .seconds(2))  // [.search("gatsby", run: 2)]
/// ```
public struct VoiceSearchMachine: Equatable, Sendable {
    /// What must hold before and while somebody is listened to.
    public struct Gates: OptionSet, Hashable, Sendable {
        /// The raw bits.
        public let rawValue: Int
        /// Creates gates of raw bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The microphone works.
        public static let microphone = Gates(rawValue: 1)
        /// The recogniser is loaded.
        public static let recognizer = Gates(rawValue: 2)
        /// Nobody else uses the microphone.
        public static let free = Gates(rawValue: 4)
        /// The page is shown.
        public static let page = Gates(rawValue: 8)
        /// Everything that is needed.
        public static let all: Gates = [.microphone, .recognizer, .free, .page]
    }

    /// Whether an item was added.
    public enum Adding: Equatable, Sendable {
        /// It is being added.
        case loading
        /// It was added.
        case done
    }

    /// What is shown.
    public enum State: Equatable, Sendable {
        /// Nothing is going on.
        case idle
        /// The microphone is open; `transcript` is what was understood so far.
        case listening(transcript: String)
        /// The words are being recognised, or the catalogue is searched for `query`.
        case processing(query: String)
        /// What was found, which may be nothing; `adding` by the item's id.
        case results(query: String, hits: [CatalogueHit], adding: [Int: Adding])
        /// What went wrong.
        case error(Problem)
    }

    /// What went wrong. A page has its own sentence for each.
    public enum Problem: String, CaseIterable, Sendable {
        /// The microphone does not work.
        case microphone
        /// The recogniser is not loaded, or failed.
        case recognizer
        /// Somebody else uses the microphone.
        case busy
        /// Nothing was said.
        case nothingHeard
        /// The catalogue cannot be read.
        case search
        /// Words or results did not come in time.
        case late
        /// A picture has neither a code nor words.
        case nothingRead
        /// Pictures cannot be read here.
        case pictures
        /// Another picture is being read, or was just now.
        case pictureBusy

        /// A sentence for people, in English.
        public var message: String {
            switch self {
            case .microphone: "The microphone does not work. You can type instead."
            case .recognizer: "Voice search is not ready. You can type instead."
            case .busy: "I can't listen right now. Please try again, or type."
            case .nothingHeard: "I heard nothing. Please try again."
            case .search: "The search did not work. Please try again."
            case .late: "That took too long. Please try again."
            case .nothingRead: "I can't read anything on this picture. Please try again, or type."
            case .pictures: "Pictures can't be read here. You can type instead."
            case .pictureBusy: "One picture at a time. Please try again in a moment."
            }
        }
    }

    /// What happens.
    public enum Event: Equatable, Sendable {
        /// Somebody pressed the microphone button.
        case startVoiceSearch
        /// Somebody pressed "stop": what was said so far is searched.
        case stopListening
        /// Somebody gave up.
        case cancelVoiceSearch
        /// Somebody typed.
        case search(String)
        /// Somebody took a picture.
        case picture
        /// Somebody pressed the button of a result.
        case add(item: Int)
        /// Somebody pressed "search again", or left.
        case reset
        /// The conditions of listening changed.
        case gates(Gates)
        /// The transcript grew.
        case partial(String, run: Int)
        /// The listening has ended with these words; none if nothing was said.
        case heard(String, run: Int)
        /// The listening failed.
        case listeningFailed(Problem, run: Int)
        /// The picture says this; nothing if it has neither a code nor words.
        case read(String, run: Int)
        /// The picture was not read.
        case readingFailed(Problem, run: Int)
        /// The search has ended.
        case found([CatalogueHit], run: Int)
        /// The search failed.
        case searchFailed(Problem, run: Int)
        /// An item was added.
        case added(item: Int)
        /// An item could not be added.
        case addingFailed(item: Int)
        /// Somebody touched the page.
        case touched
        /// Time passed.
        case tick
    }

    /// What is to be done.
    public enum Action: Equatable, Sendable {
        /// Listen, and report with the number.
        case listen(run: Int)
        /// End the listening, and report what was heard.
        case stop(run: Int)
        /// End the listening, and report nothing.
        case cancel(run: Int)
        /// Read the picture, and report with the number.
        case read(run: Int)
        /// Search the catalogue, and report with the number.
        case search(String, run: Int)
        /// Add an item.
        case add(item: Int)
    }

    /// Limits of time.
    public struct Times: Equatable, Sendable {
        /// Longest listening.
        public var listening = Duration.seconds(15)
        /// Longest wait for words or for results.
        public var processing = Duration.seconds(10)
        /// Longest wait for what a picture says.
        public var reading = Duration.seconds(35)
        /// How long results or an error are shown to nobody.
        public var shown = Duration.seconds(60)
        /// Creates the default times.
        public init() {}
    }

    /// Longest query, in characters; longer ones are cut.
    public static let longestQuery = 200

    /// What is shown.
    public private(set) var state = State.idle
    /// The conditions of listening.
    public private(set) var gates: Gates
    private let times: Times
    private var run = 0
    private var deadline: Duration?

    /// - Parameter gates: the conditions of listening that hold at the start.
    public init(gates: Gates = [], times: Times = Times()) {
        self.gates = gates
        self.times = times
    }

    /// Whether the microphone is open.
    public var isListening: Bool { if case .listening = state { true } else { false } }

    /// When the machine wants to hear `tick` at the latest; `nil` for never.
    public var nextDeadline: Duration? { deadline }

    /// Takes an event.
    ///
    /// - Parameter time: the time of the event; never less than that of an earlier one. Deadlines that have passed
    ///   fire first, each at its own time.
    @discardableResult
    public mutating func handle(_ event: Event, at time: Duration) -> [Action] {
        var actions: [Action] = []
        while let deadline, time >= deadline { actions += expire(at: deadline) }
        return actions + take(event, at: time)
    }

    private mutating func take(_ event: Event, at time: Duration) -> [Action] {
        switch event {
        case .gates(let gates):
            self.gates = gates
            guard isListening, !gates.isSuperset(of: .all) else { return [] }
            let cancelled = run
            show(.error(Self.reason(missing: Gates.all.subtracting(gates))), until: time + times.shown)
            return [.cancel(run: cancelled)]
        case .startVoiceSearch: return start(at: time)
        case .stopListening:
            guard isListening else { return [] }
            let query = transcript
            show(.processing(query: query), until: time + times.processing)
            return [.stop(run: run)]
        case .cancelVoiceSearch, .reset:
            let ended = ending
            idle()
            return ended
        case .search(let text): return search(text, at: time)
        case .picture:
            let ended = ending
            run += 1
            show(.processing(query: ""), until: time + times.reading)
            return ended + [.read(run: run)]
        case .add(let item): return add(item, at: time)
        case .partial(let text, let run):
            guard run == self.run, isListening else { return [] }
            // The deadline of listening stays.
            state = .listening(transcript: Self.cut(text))
            return []
        case .heard(let text, let run): return take(text, run, else: .nothingHeard, at: time)
        case .read(let text, let run): return take(text, run, else: .nothingRead, at: time)
        case .listeningFailed(let reason, let run), .readingFailed(let reason, let run):
            guard run == self.run, isWaitingForWords else { return [] }
            show(.error(reason), until: time + times.shown)
            return []
        case .found(let hits, let run):
            guard run == self.run, case .processing(let query) = state else { return [] }
            show(.results(query: query, hits: hits, adding: [:]), until: time + times.shown)
            return []
        case .searchFailed(let reason, let run):
            guard run == self.run, case .processing = state else { return [] }
            show(.error(reason), until: time + times.shown)
            return []
        case .added(let item):
            change(item, to: .done)
            return []
        case .addingFailed(let item):
            change(item, to: nil)
            return []
        case .touched:
            switch state {
            case .results, .error: deadline = time + times.shown
            case .idle, .listening, .processing: break
            }
            return []
        case .tick: return []
        }
    }

    /// Searches for what was heard or read.
    private mutating func take(_ text: String, _ run: Int, else problem: Problem, at time: Duration) -> [Action] {
        guard run == self.run, isWaitingForWords else { return [] }
        guard text.contains(where: { !$0.isWhitespace }) else {
            show(.error(problem), until: time + times.shown)
            return []
        }
        return search(text, at: time)
    }

    private mutating func start(at time: Duration) -> [Action] {
        switch state {
        case .listening, .processing: return []
        case .idle, .results, .error: break
        }
        guard gates.isSuperset(of: .all) else {
            show(.error(Self.reason(missing: Gates.all.subtracting(gates))), until: time + times.shown)
            return []
        }
        run += 1
        show(.listening(transcript: ""), until: time + times.listening)
        return [.listen(run: run)]
    }

    private mutating func search(_ text: String, at time: Duration) -> [Action] {
        let query = Self.cut(text)
        guard query.contains(where: { !$0.isWhitespace }) else { return [] }
        let ended = isListening ? [Action.cancel(run: run)] : []
        run += 1
        show(.processing(query: query), until: time + times.processing)
        return ended + [.search(query, run: run)]
    }

    private mutating func add(_ item: Int, at time: Duration) -> [Action] {
        guard case .results(let query, let hits, var adding) = state, hits.contains(where: { $0.item.id == item }),
            adding[item] == nil
        else { return [] }
        adding[item] = .loading
        show(.results(query: query, hits: hits, adding: adding), until: time + times.shown)
        return [.add(item: item)]
    }

    private mutating func change(_ item: Int, to change: Adding?) {
        guard case .results(let query, let hits, var adding) = state, adding[item] == .loading else { return }
        adding[item] = change
        state = .results(query: query, hits: hits, adding: adding)
    }

    /// The deadline of the state has passed.
    private mutating func expire(at time: Duration) -> [Action] {
        switch state {
        case .idle:
            deadline = nil
            return []
        case .listening: return take(.stopListening, at: time)
        case .processing:
            let ended = ending
            run += 1
            show(.error(.late), until: time + times.shown)
            return ended
        case .results, .error:
            idle()
            return []
        }
    }

    /// What has to be ended before another state.
    private var ending: [Action] {
        switch state {
        case .listening, .processing: [.cancel(run: run)]
        case .idle, .results, .error: []
        }
    }

    private mutating func idle() {
        run += 1
        state = .idle
        deadline = nil
    }

    private mutating func show(_ state: State, until deadline: Duration) {
        self.state = state
        self.deadline = deadline
    }

    private var transcript: String { if case .listening(let text) = state { text } else { "" } }

    /// Whether words of the present run are still to come.
    private var isWaitingForWords: Bool {
        switch state {
        case .listening, .processing: true
        case .idle, .results, .error: false
        }
    }

    private static func cut(_ text: String) -> String { String(text.prefix(longestQuery)) }

    /// Why nobody is listened to.
    private static func reason(missing: Gates) -> Problem {
        if missing.contains(.recognizer) { return .recognizer }
        return missing.contains(.microphone) ? .microphone : .busy
    }
}
