internal import Speech

/// Deadlines, restarts and resource limits of engine processes.
public struct EngineHostSettings: Equatable, Sendable {
    /// Smallest time without progress after which a child counts as hung, 0.1…60 s. Long enough for a busy machine,
    /// short enough for a guest.
    public var leastDeadline: Duration
    /// Factor on the length of the open utterance for the deadline, 1…10, because decoding a long utterance at its end
    /// takes longer.
    public var deadlineFactor: Double
    /// Deadline for loading the model, 0.1…300 s.
    public var loadDeadline: Duration
    /// Delay before the first restart after a loss, 0…2 s; it doubles with each further loss.
    public var firstDelay: Duration
    /// Largest delay before a restart, `firstDelay`…60 s.
    public var longestDelay: Duration
    /// Losses within a minute after which no child is started until the minute is over, 1…1,000.
    public var mostLossesPerMinute: Int
    /// Successive losses during loading with the same effect, 1…10.
    public var mostLoadLosses: Int
    /// Age from which a child is replaced between two tasks, 1 minute or more.
    public var recycleAge: Duration
    /// Growth factor of the resident memory since the first task from which a child is replaced between two tasks,
    /// 1…16. Growth under 32 MB does not count.
    public var recycleGrowth: Double
    /// Limit on a child's data in bytes, 64 MB or more, or `nil` for no limit (`RLIMIT_DATA`).
    public var memoryLimit: Int?
    /// Limit on a child's data beyond its size after loading, in bytes, 64 MB or more, or `nil` for no limit; a larger
    /// engine may grow by its own size. The default is far above the needs of a recognition, and twice the default is
    /// below the kiosk's `MemoryMax`.
    public var memoryHeadroom: Int?
    /// Number of loaded spare children, 0…2. One reduces a restart to the replay, and needs the model's memory again.
    public var spares: Int
    /// Largest number of children at work at the same time, 1…16.
    public var mostChildren: Int

    /// Creates settings.
    public init(
        leastDeadline: Duration = .seconds(5), deadlineFactor: Double = 3, loadDeadline: Duration = .seconds(30),
        firstDelay: Duration = .milliseconds(50),
        longestDelay: Duration = .seconds(2), mostLossesPerMinute: Int = 10, mostLoadLosses: Int = 3,
        recycleAge: Duration = .seconds(6 * 3_600),
        recycleGrowth: Double = 1.5, memoryLimit: Int? = nil, memoryHeadroom: Int? = 384 << 20, spares: Int = 0,
        mostChildren: Int = 8
    ) {
        self.leastDeadline = leastDeadline
        self.deadlineFactor = deadlineFactor
        self.loadDeadline = loadDeadline
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.mostLossesPerMinute = mostLossesPerMinute
        self.mostLoadLosses = mostLoadLosses
        self.recycleAge = recycleAge
        self.recycleGrowth = recycleGrowth
        self.memoryLimit = memoryLimit
        self.memoryHeadroom = memoryHeadroom
        self.spares = spares
        self.mostChildren = mostChildren
    }

    /// Returns the deadline for progress while an utterance of this length is open.
    func deadline(for audio: SampleCount) -> Duration { max(leastDeadline, .seconds(deadlineFactor * audio.seconds)) }

    /// Checks all fields.
    ///
    /// - Throws: `EngineHostError.invalidSetting` for the first value outside its range.
    func validate() throws(EngineHostError) {
        func check(_ name: String, _ isValid: Bool, _ range: String) throws(EngineHostError) {
            guard isValid else { throw .invalidSetting("\(name) must be \(range)") }
        }
        try check("leastDeadline", (.milliseconds(100) ... .seconds(60)).contains(leastDeadline), "0.1 to 60 s")
        try check("deadlineFactor", (1...10).contains(deadlineFactor), "1 to 10")
        try check("loadDeadline", (.milliseconds(100) ... .seconds(300)).contains(loadDeadline), "0.1 to 300 s")
        try check("firstDelay", (.zero ... .seconds(2)).contains(firstDelay), "0 to 2 s")
        try check("longestDelay", longestDelay >= firstDelay && longestDelay <= .seconds(60), "firstDelay to 60 s")
        try check("mostLossesPerMinute", (1...1_000).contains(mostLossesPerMinute), "1 to 1,000")
        try check("mostLoadLosses", (1...10).contains(mostLoadLosses), "1 to 10")
        try check("recycleAge", recycleAge >= .seconds(60), "a minute or more")
        try check("recycleGrowth", (1...16).contains(recycleGrowth), "1 to 16")
        try check("memoryLimit", memoryLimit.map { $0 >= 64 << 20 } ?? true, "64 MB or more")
        try check("memoryHeadroom", memoryHeadroom.map { $0 >= 64 << 20 } ?? true, "64 MB or more")
        try check("spares", (0...2).contains(spares), "0 to 2")
        try check("mostChildren", (1...16).contains(mostChildren), "1 to 16")
    }
}
