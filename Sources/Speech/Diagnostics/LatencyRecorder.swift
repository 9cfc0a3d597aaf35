/// Latencies of one processing stage, with percentiles. It keeps the newest `capacity` values.
///
/// ```
/// var latency = LatencyRecorder()
/// latency.record(.milliseconds(12))
/// latency.summary?.p95.milliseconds
/// ```
public struct LatencyRecorder: Sendable {
    /// Percentiles of the recorded latencies.
    public struct Summary: Equatable, Sendable {
        /// Number of values.
        public let count: Int
        /// Median.
        public let p50: Duration
        /// 95th percentile.
        public let p95: Duration
        /// 99th percentile.
        public let p99: Duration
        /// Largest value.
        public let max: Duration
    }

    private let capacity: Int
    private var durations: [Duration] = []
    private var oldest = 0

    /// Creates an empty recorder.
    ///
    /// - Parameter capacity: number of values kept, 1 or more.
    public init(capacity: Int = 10_000) { self.capacity = Swift.max(1, capacity) }

    /// Records one latency.
    public mutating func record(_ duration: Duration) {
        if durations.count < capacity {
            durations.append(duration)
        } else {
            durations[oldest] = duration
            oldest = (oldest + 1) % capacity
        }
    }

    /// Adds all values of another recorder.
    public mutating func merge(_ other: LatencyRecorder) {
        for duration in other.durations { record(duration) }
    }

    /// Nearest-rank percentiles; `nil` when nothing was recorded.
    public var summary: Summary? {
        guard !durations.isEmpty else { return nil }
        let sorted = durations.sorted()
        func rank(_ share: Double) -> Duration { Self.rank(share, of: sorted) }
        return Summary(
            count: sorted.count, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: sorted[sorted.count - 1])
    }

    /// Number of values kept.
    public var count: Int { durations.count }

    /// Sum of the values kept.
    public var total: Duration { durations.reduce(.zero, +) }

    /// Returns a nearest-rank percentile.
    ///
    /// - Parameter share: 0…1, for example 0.999.
    /// - Returns: `nil` when nothing was recorded.
    public func percentile(_ share: Double) -> Duration? {
        durations.isEmpty ? nil : Self.rank(share, of: durations.sorted())
    }

    private static func rank(_ share: Double, of sorted: [Duration]) -> Duration {
        sorted[Swift.min(sorted.count - 1, Swift.max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }
}

extension Duration {
    /// The duration in seconds.
    public var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
    /// The duration in milliseconds.
    public var milliseconds: Double { seconds * 1_000 }
}
