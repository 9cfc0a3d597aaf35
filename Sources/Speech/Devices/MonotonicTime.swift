/// The clock that microphone, sound card and echo control share: monotonic, unmoved by changes of the date, counted
/// from the first look at it.
///
/// Logic never reads it; adapters pass its time on as a `Duration`.
public enum MonotonicTime {
    private static let origin = ContinuousClock.now

    /// Time since the origin.
    public static var now: Duration { origin.duration(to: .now) }
}

extension Duration {
    /// Seconds as a floating-point number.
    public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
