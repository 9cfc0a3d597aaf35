internal import Glibc

/// Supported sample formats of sound cards, in order of preference.
enum PCMEncoding: String, CaseIterable, Sendable {
    case signed16 = "S16_LE"
    case signed32 = "S32_LE"
    case signed24 = "S24_LE"
    case packed24 = "S24_3LE"
    case float32 = "FLOAT_LE"

    var bytes: Int {
        switch self {
        case .signed16: 2
        case .packed24: 3
        case .signed32, .signed24, .float32: 4
        }
    }
}

/// The actual format of a device, read back after it was configured.
struct PCMFormat: Equatable, Sendable, CustomStringConvertible {
    var encoding = PCMEncoding.signed16
    /// Sample rate in hertz.
    var rate: Int
    var channels = 1
    /// Frames between two interrupts of the device.
    var periodFrames: Int
    var bufferFrames: Int

    var bytesPerFrame: Int { encoding.bytes * channels }

    var description: String { "\(rate) Hz, \(channels) channel\(channels == 1 ? "" : "s"), \(encoding.rawValue)" }
}

/// A failed ALSA call.
struct PCMFailure: Error, Equatable, Sendable {
    let function: String
    /// Negative errno.
    let code: Int32
    let message: String

    init(_ function: String, _ code: Int32, _ message: String? = nil) {
        self.function = function
        self.code = code
        self.message = message ?? String(cString: strerror(-code))
    }
}

/// Result of waiting for a device.
enum PCMWait: Equatable, Sendable {
    case ready, timedOut
    /// Negative errno.
    case failed(Int32)
}

/// A capture device. No call blocks except `wait`. All calls come from one thread.
protocol PCMSource: AnyObject {
    /// Opens the device with a format as close as possible to 16 kHz mono and starts it.
    func open() throws(PCMFailure) -> PCMFormat
    /// Waits until audio is available or the limit has passed.
    func wait(_ limit: Duration) -> PCMWait
    /// Appends all available frames to `bytes`, interleaved, at most one second of them.
    ///
    /// - Returns: the number of frames, 0 if there are none, or a negative errno.
    func read(into bytes: inout [UInt8]) -> Int
    /// Frames in the device that `read` has not returned yet.
    var pending: Int { get }
    /// Prepares and starts the device after an overrun. Returns 0 or a negative errno.
    func restart() -> Int32
    /// Resumes after a suspend. Returns 0, -EAGAIN while the device is still suspended, or another negative errno.
    func resume() -> Int32
    /// Closes the device if it is open.
    func close()
}

/// A playback device. No call blocks except `wait`. All calls come from one thread.
protocol PCMSink: AnyObject {
    /// Opens the device with a format as close as possible to a rate in hertz and 16 bits.
    func open(rate: Int) throws(PCMFailure) -> PCMFormat
    /// Waits until frames can be written or the limit has passed.
    func wait(_ limit: Duration) -> PCMWait
    /// Writes interleaved frames.
    ///
    /// - Returns: the number of frames accepted, or a negative errno.
    func write(_ bytes: ArraySlice<UInt8>) -> Int
    /// Frames that were written and have not been played; a negative errno while nothing is playing.
    func delay() -> Int
    /// Starts playback of written frames if it has not started. Returns 0 or a negative errno.
    func start() -> Int32
    /// Discards frames that were written and have not been played. Returns 0 or a negative errno.
    func drop() -> Int32
    /// Prepares the device after an underrun, a suspend or `drop`. Returns 0 or a negative errno.
    func prepare() -> Int32
    /// Closes the device if it is open.
    func close()
}

/// Clock of a thread that serves a device. Tests replace it with virtual time.
protocol AudioThreadClock: AnyObject {
    /// Monotonic time.
    var now: Duration { get }
    /// Sleeps until the deadline, or until the thread is told to stop.
    func sleep(until deadline: Duration)
}
