/// The staff page's interface to the kiosk, besides its health.
public protocol StaffService: Sendable {
    /// The day's figures, the session and the current microphone check. May be called several times a second.
    func status() async -> StaffStatus

    /// Executes an action of a member of staff.
    func perform(_ action: StaffAction) async -> KioskActionResult
}

/// An action of a member of staff. As JSON: `{"beginCheck":{}}`.
public enum StaffAction: Equatable, Sendable, Codable {
    /// Starts the microphone check: silence first, then sentences to read aloud. Guests cannot order by voice
    /// meanwhile. The check ends two minutes after the last action.
    case beginCheck
    /// Repeats the current sentence, for instance after a disturbance.
    case readAgain
    /// Skips to the next sentence. The current one counts as not understood.
    case skipSentence
    /// Ends the check and returns the microphone to guests.
    case endCheck
    /// Answers a guest's call: a member of the staff is on the way.
    case answerCall
}

/// State of the kiosk for the staff page. Its JSON uses the property names as keys.
public struct StaffStatus: Equatable, Sendable, Encodable {
    /// Figures of the business day.
    public var today: StaffFigures
    /// The current or last ordering session; `nil` where the kiosk does not report it.
    public var session: StaffSession?
    /// The microphone check; `nil` while none runs and none has finished since the last `endCheck`.
    public var check: MicrophoneCheck?
    /// Seconds since the oldest unanswered call of a guest; `nil` without one.
    public var callSeconds: Int?

    /// The state for the staff page.
    public init(
        today: StaffFigures, session: StaffSession? = nil, check: MicrophoneCheck? = nil, callSeconds: Int? = nil
    ) {
        self.today = today
        self.session = session
        self.check = check
        self.callSeconds = callSeconds
    }
}

/// The ordering session as staff see it: times and counts, without the guest's words and items.
public struct StaffSession: Equatable, Sendable, Encodable {
    /// Number of sessions that ended for a reason.
    public struct End: Equatable, Sendable, Encodable {
        /// `userEnded`, `timeout`, `completed`, `error` or `newSession`.
        public var reason: String
        /// Sessions since the kiosk started; 1 or more.
        public var count: Int

        /// A number of sessions that ended for a reason.
        public init(reason: String, count: Int) {
            self.reason = reason
            self.count = count
        }
    }

    /// `inactive`, `active` or, for 10 s after a time-out, `timedOut`.
    public var state: String
    /// Duration of the open session, or of the last one, as "1:05"; `nil` before the first session.
    public var duration: String?
    /// Time until the open session times out, as "0:45"; `nil` without an open session.
    public var untilTimeout: String?
    /// Reason for the end of the last session; `nil` before the first end.
    public var lastEnd: String?
    /// Ended sessions by reason, since the kiosk started.
    public var ends: [End]

    /// The session for the staff page.
    public init(state: String, duration: String?, untilTimeout: String?, lastEnd: String?, ends: [End]) {
        self.state = state
        self.duration = duration
        self.untilTimeout = untilTimeout
        self.lastEnd = lastEnd
        self.ends = ends
    }
}

/// Figures of the current business day.
public struct StaffFigures: Equatable, Sendable, Encodable {
    /// Placed orders.
    public var orders: Int
    /// Sessions, with and without an order.
    public var sessions: Int
    /// Orders placed without a touch.
    public var ordersByVoice: Int
    /// Sum of the orders.
    public var total: KioskSnapshot.Amount
    /// Questions that were repeated.
    public var reasks: Int
    /// Corrections by guests.
    public var corrections: Int
    /// Mean seconds from a session's start to its order; `nil` before the first.
    public var secondsPerOrder: Double?

    /// Figures of a business day.
    public init(
        orders: Int, sessions: Int, ordersByVoice: Int, total: KioskSnapshot.Amount, reasks: Int, corrections: Int,
        secondsPerOrder: Double?
    ) {
        self.orders = orders
        self.sessions = sessions
        self.ordersByVoice = ordersByVoice
        self.total = total
        self.reasks = reasks
        self.corrections = corrections
        self.secondsPerOrder = secondsPerOrder
    }
}

/// Commissioning of a microphone: noise floor, speech level, and recognition of orders read aloud.
public struct MicrophoneCheck: Equatable, Sendable, Encodable {
    /// Phase of the check.
    public enum Phase: String, Sendable, Encodable {
        /// The noise floor is being measured; the room should be silent.
        case quiet
        /// `sentence` is to be read aloud.
        case reading
        /// All sentences have been read.
        case finished
        /// The microphone failed; `advice` has the reason.
        case failed
    }

    /// A sentence read aloud.
    public struct Reading: Equatable, Sendable, Encodable {
        /// The sentence shown.
        public var sentence: String
        /// The text recognised.
        public var heard: String
        /// Whether the parsed order equals the sentence's.
        public var isRight: Bool

        /// A sentence with the recognised text.
        public init(sentence: String, heard: String, isRight: Bool) {
            self.sentence = sentence
            self.heard = heard
            self.isRight = isRight
        }
    }

    /// Phase of the check.
    public var phase: Phase
    /// Current level, dBFS.
    public var level: Double
    /// Noise floor, dBFS; `nil` until measured.
    public var noiseFloor: Double?
    /// Speech level, dBFS; `nil` before the first sentence.
    public var speechLevel: Double?
    /// Fraction of clipped samples, 0…1.
    public var clippedShare: Double
    /// The sentence to read now.
    public var sentence: String?
    /// Results of the sentences read so far.
    public var readings: [Reading]
    /// Number of sentences; 5 by default.
    public var sentences: Int
    /// Advice on the measurements, in sentences for display.
    public var advice: [String]

    /// The state of a check.
    public init(
        phase: Phase, level: Double, noiseFloor: Double? = nil, speechLevel: Double? = nil, clippedShare: Double = 0,
        sentence: String? = nil,
        readings: [Reading] = [], sentences: Int = 5, advice: [String] = []
    ) {
        self.phase = phase
        self.level = level
        self.noiseFloor = noiseFloor
        self.speechLevel = speechLevel
        self.clippedShare = clippedShare
        self.sentence = sentence
        self.readings = readings
        self.sentences = sentences
        self.advice = advice
    }
}
