public import Speech

/// Cache of synthesised speech by text, with a limit in bytes and least-recently-used eviction. A value type with one
/// owner.
public struct PromptCache: Sendable {
    private struct Entry {
        let speech: SynthesizedSpeech
        var used: Int
    }

    /// Limit in bytes of samples; 0 disables the cache.
    public let capacity: Int
    /// Bytes of samples in the cache.
    public private(set) var bytes = 0
    private var entries: [String: Entry] = [:]
    /// Texts offered once and not stored, the latest last.
    private var offeredOnce: [String] = []
    private var clock = 0

    private static let mostOffered = 64

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: bytes, default 4 MiB: 90 s at 22,050 Hz.
    /// - Throws: `FeedbackError.badSetting` for a negative value or more than 1 GiB.
    public init(capacity: Int = 4 << 20) throws(FeedbackError) {
        guard 0...(1 << 30) ~= capacity else {
            throw .badSetting(name: "prompt cache", value: "\(capacity)", range: "0 to 1073741824 bytes")
        }
        self.capacity = capacity
    }

    /// Number of texts in the cache.
    public var count: Int { entries.count }

    /// Whether a text is in the cache. Does not count as a use.
    public func contains(_ text: String) -> Bool { entries[text] != nil }

    /// Looks up the speech of a text and marks it as used.
    public mutating func speech(of text: String) -> SynthesizedSpeech? {
        guard let entry = entries[text] else { return nil }
        clock += 1
        entries[text]?.used = clock
        return entry.speech
    }

    /// Stores speech and evicts the least recently used entries.
    ///
    /// - Returns: `false` if the speech is larger than the cache.
    @discardableResult
    public mutating func store(_ speech: SynthesizedSpeech, of text: String) -> Bool {
        let size = Self.size(of: speech)
        guard size <= capacity else { return false }
        remove(text)
        while bytes + size > capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key {
            remove(oldest)
        }
        clock += 1
        entries[text] = Entry(speech: speech, used: clock)
        bytes += size
        return true
    }

    /// Stores speech when it is offered for the second time, so that unique texts such as order numbers do not fill the
    /// cache.
    ///
    /// - Returns: whether the speech was stored. The latest 64 texts offered once are remembered.
    @discardableResult
    public mutating func storeIfRepeated(_ speech: SynthesizedSpeech, of text: String) -> Bool {
        if let place = offeredOnce.firstIndex(of: text) {
            offeredOnce.remove(at: place)
            return store(speech, of: text)
        }
        if offeredOnce.count == Self.mostOffered { offeredOnce.removeFirst() }
        offeredOnce.append(text)
        return false
    }

    /// Whether this speech fits without evicting anything.
    public func hasRoom(for speech: SynthesizedSpeech) -> Bool { bytes + Self.size(of: speech) <= capacity }

    /// Removes everything, for example when the voice changes.
    public mutating func clear() {
        entries = [:]
        offeredOnce = []
        bytes = 0
    }

    private mutating func remove(_ text: String) {
        guard let entry = entries.removeValue(forKey: text) else { return }
        bytes -= Self.size(of: entry.speech)
    }

    private static func size(of speech: SynthesizedSpeech) -> Int { speech.samples.count * MemoryLayout<Int16>.stride }
}
