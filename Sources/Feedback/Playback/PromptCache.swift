public import Speech

/// Speech that was made before, by its text: bounded by bytes, the one used longest ago goes first. A value with one
/// owner.
public struct PromptCache: Sendable {
    private struct Entry {
        let speech: SynthesizedSpeech
        var used: Int
    }

    /// Most bytes of samples; 0 keeps nothing.
    public let capacity: Int
    public private(set) var bytes = 0
    public private(set) var hits = 0
    public private(set) var misses = 0
    private var entries: [String: Entry] = [:]
    /// Texts offered once and not kept, the latest last.
    private var offered: [String] = []
    private var clock = 0

    private static let mostOffered = 64

    /// - Parameter capacity: bytes; 4 MiB hold a minute and a half at 22,050 Hz.
    /// - Throws: `FeedbackError.badSetting` for less than 0 or more than 1 GiB.
    public init(capacity: Int = 4 << 20) throws(FeedbackError) {
        guard 0...(1 << 30) ~= capacity else {
            throw .badSetting(name: "prompt cache", value: "\(capacity)", range: "0 to 1073741824 bytes")
        }
        self.capacity = capacity
    }

    public var count: Int { entries.count }

    public func contains(_ text: String) -> Bool { entries[text] != nil }

    /// The speech of a text, which counts as used now.
    public mutating func speech(of text: String) -> SynthesizedSpeech? {
        guard let entry = entries[text] else {
            misses += 1
            return nil
        }
        hits += 1
        clock += 1
        entries[text]?.used = clock
        return entry.speech
    }

    /// Keeps speech, in place of what was used longest ago.
    ///
    /// - Returns: whether it was kept; what is larger than the cache is not.
    @discardableResult
    public mutating func keep(_ speech: SynthesizedSpeech, of text: String) -> Bool {
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

    /// Keeps speech when it is offered the second time: what is said once, as the number of an order is, would only
    /// fill the cache.
    ///
    /// - Returns: whether it was kept. Of texts that were offered once, the latest 64 are known.
    @discardableResult
    public mutating func keepRepeated(_ speech: SynthesizedSpeech, of text: String) -> Bool {
        if let place = offered.firstIndex(of: text) {
            offered.remove(at: place)
            return keep(speech, of: text)
        }
        if offered.count == Self.mostOffered { offered.removeFirst() }
        offered.append(text)
        return false
    }

    /// Whether speech of this size would fit without anything having to go.
    public func hasRoom(for speech: SynthesizedSpeech) -> Bool { bytes + Self.size(of: speech) <= capacity }

    /// Forgets everything, as when the voice changes.
    public mutating func clear() {
        entries = [:]
        offered = []
        bytes = 0
    }

    private mutating func remove(_ text: String) {
        guard let entry = entries.removeValue(forKey: text) else { return }
        bytes -= Self.size(of: entry.speech)
    }

    private static func size(of speech: SynthesizedSpeech) -> Int { speech.samples.count * MemoryLayout<Int16>.stride }
}
