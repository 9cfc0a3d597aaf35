/// What the staff's page asks of the kiosk beyond its health.
public protocol StaffService: Sendable {
    /// The day's figures and the microphone check that runs, if one does. May be called several times a second.
    func status() async -> StaffStatus

    /// Does what a member of staff touched.
    func perform(_ action: StaffAction) async -> KioskActionResult
}

/// What a member of staff does. As JSON: `{"beginCheck":{}}`.
public enum StaffAction: Equatable, Sendable, Codable {
    /// Begins to check the microphone: quiet first, then sentences to read. Guests cannot order by voice meanwhile.
    /// A check ends by itself two minutes after the last action.
    case beginCheck
    /// The present sentence again: it was disturbed.
    case readAgain
    /// On to the next sentence; the present one counts as not understood.
    case skipSentence
    /// Ends the check, finished or not, and gives the microphone back to guests.
    case endCheck
}

/// The kiosk as staff see it. Its JSON (`Encodable`, keys as named here) is what pages are written against.
public struct StaffStatus: Equatable, Sendable, Encodable {
    public var today: StaffFigures
    /// `nil` while no check runs and none has been finished since the last `endCheck`.
    public var check: MicrophoneCheck?

    public init(today: StaffFigures, check: MicrophoneCheck? = nil) {
        self.today = today
        self.check = check
    }
}

/// Figures of the business day so far.
public struct StaffFigures: Equatable, Sendable, Encodable {
    public var orders: Int
    public var sessions: Int
    /// Orders without a touch: by voice from the first word to the yes.
    public var ordersByVoice: Int
    /// What was sold.
    public var total: KioskSnapshot.Amount
    /// Questions that had to be asked again.
    public var reasks: Int
    /// Changes that guests made to what had been understood.
    public var corrections: Int
    /// Mean seconds from a session's start to its order; `nil` before the first.
    public var secondsPerOrder: Double?

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

/// Commissioning of a microphone: how quiet the room is, how loud a voice arrives, and whether orders read aloud are
/// understood.
public struct MicrophoneCheck: Equatable, Sendable, Encodable {
    public enum Phase: String, Sendable, Encodable {
        /// The noise floor is measured; nobody should speak.
        case quiet
        /// `sentence` is to be read aloud.
        case reading
        case finished
        /// The microphone failed; `advice` says why.
        case failed
    }

    /// A sentence that was read.
    public struct Reading: Equatable, Sendable, Encodable {
        public var sentence: String
        public var heard: String
        /// Whether the order understood is the sentence's.
        public var isRight: Bool

        public init(sentence: String, heard: String, isRight: Bool) {
            self.sentence = sentence
            self.heard = heard
            self.isRight = isRight
        }
    }

    public var phase: Phase
    /// dBFS, now.
    public var level: Double
    /// dBFS of the room; `nil` until it is measured.
    public var noiseFloor: Double?
    /// dBFS of the reader's voice; `nil` until something was read.
    public var speechLevel: Double?
    /// Share of samples at full scale, 0…1.
    public var clippedShare: Double
    /// What to read now.
    public var sentence: String?
    public var readings: [Reading]
    /// Sentences in all; five unless the kiosk says otherwise.
    public var sentences: Int
    /// What to do about what was measured, sentences for people.
    public var advice: [String]

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
