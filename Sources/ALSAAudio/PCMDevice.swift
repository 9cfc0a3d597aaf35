internal import Glibc

/// The layouts of a sample that sound cards give and take, in the order in which they are asked for.
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

/// What a device really does, read back after it was set up.
struct PCMFormat: Equatable, Sendable, CustomStringConvertible {
    var encoding = PCMEncoding.signed16
    /// Samples a second and channel.
    var rate: Int
    var channels = 1
    /// Frames between two of the device's interrupts.
    var periodFrames: Int
    var bufferFrames: Int

    var bytesPerFrame: Int { encoding.bytes * channels }

    var description: String { "\(rate) Hz, \(channels) channel\(channels == 1 ? "" : "s"), \(encoding.rawValue)" }
}

/// A failed call.
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

/// What became of waiting for a device.
enum PCMWait: Equatable, Sendable {
    case ready, timedOut
    /// Negative errno.
    case failed(Int32)
}

/// A capture device in the raw. No call blocks but `wait`. One thread makes all calls.
protocol PCMSource: AnyObject {
    /// Opens the device, sets it up as near to 16 kHz mono as it goes, and starts it.
    func open() throws(PCMFailure) -> PCMFormat
    /// Waits until there is audio.
    func wait(_ limit: Duration) -> PCMWait
    /// All frames that are there, at most a second of them, interleaved, appended to `bytes`.
    ///
    /// - Returns: their number, 0 when there are none, or a negative errno.
    func read(into bytes: inout [UInt8]) -> Int
    /// Frames that the device has and `read` has not given.
    var pending: Int { get }
    /// After an overrun: makes it ready and starts it. 0 or a negative errno.
    func restart() -> Int32
    /// After a suspend: 0, -EAGAIN while the device is not back, or a negative errno.
    func resume() -> Int32
    /// Closes it if it is open.
    func close()
}

/// A playback device in the raw. No call blocks but `wait`. One thread makes all calls.
protocol PCMSink: AnyObject {
    /// Opens the device and sets it up as near to a rate in hertz, 16 bits, as it goes.
    func open(rate: Int) throws(PCMFailure) -> PCMFormat
    /// Waits until frames can be written.
    func wait(_ limit: Duration) -> PCMWait
    /// Hands over interleaved frames.
    ///
    /// - Returns: the number taken, or a negative errno.
    func write(_ bytes: ArraySlice<UInt8>) -> Int
    /// Frames that were taken and have not sounded; a negative errno when nothing is playing.
    func delay() -> Int
    /// Begins to play what was taken, if it has not begun. 0 or a negative errno.
    func start() -> Int32
    /// Forgets what was taken and has not sounded. 0 or a negative errno.
    func drop() -> Int32
    /// Makes the device ready after an underrun, a suspend or `drop`. 0 or a negative errno.
    func prepare() -> Int32
    /// Closes it if it is open.
    func close()
}

/// Time as a thread that serves a device sees it; tests give one that passes when it is told to.
protocol AudioThreadClock: AnyObject {
    /// Monotonic time.
    var now: Duration { get }
    /// Waits; sooner over when the thread is to end.
    func sleep(until deadline: Duration)
}
