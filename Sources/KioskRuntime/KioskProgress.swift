/// Progress counters of the kiosk's loops.
public struct KioskProgress: Equatable, Sendable {
    /// Whether guests are served.
    public var isReady: Bool
    /// Passes of the loop that watches time.
    public var ticks: Int
    /// Frames from the microphone; `nil` while none are expected.
    public var frames: Int?
    /// Whether a write is in progress.
    public var isStoreWaiting: Bool
    /// Finished writes, successful or not.
    public var writes: Int

    /// Counters with the given values.
    public init(isReady: Bool, ticks: Int, frames: Int?, isStoreWaiting: Bool, writes: Int) {
        self.isReady = isReady
        self.ticks = ticks
        self.frames = frames
        self.isStoreWaiting = isStoreWaiting
        self.writes = writes
    }
}
