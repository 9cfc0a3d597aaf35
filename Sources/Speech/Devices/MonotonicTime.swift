/// The clock shared by microphone, sound card and echo canceller: monotonic, counted from its first use, unaffected by
/// changes of the date.
///
/// Logic never reads it. Adapters pass its time on as a `Duration`.
public enum MonotonicTime {
    private static let origin = ContinuousClock.now

    /// Time since the origin.
    public static var now: Duration { origin.duration(to: .now) }
}
