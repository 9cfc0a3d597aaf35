internal import CALSA
internal import Glibc

/// An ALSA playback device.
final class ALSASink: PCMSink {
    private let device: String
    private let configuration: String?
    private var handle: ALSAHandle?

    init(device: String, configuration: String? = nil) {
        self.device = device
        self.configuration = configuration
    }

    func open(rate: Int) throws(PCMFailure) -> PCMFormat {
        handle = nil
        // A buffer of 200 ms survives delays on a busy machine. Stopping a clip discards it and does not wait.
        let request = ALSAHandle.Request(
            stream: SND_PCM_STREAM_PLAYBACK, rate: rate, period: .milliseconds(20), buffer: .milliseconds(200))
        let opened = try ALSAHandle(device: device, request, configuration: configuration)
        let format = opened.format
        handle = consume opened
        return format
    }

    func wait(_ limit: Duration) -> PCMWait {
        guard let pcm = handle?.pcm else { return .failed(-ENODEV) }
        let result = snd_pcm_wait(pcm, limit.milliseconds)
        if result < 0 { return .failed(result) }
        return result == 0 ? .timedOut : .ready
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let pcm = handle?.pcm, let format = handle?.format else { return Int(-ENODEV) }
        let frames = snd_pcm_uframes_t(bytes.count / format.bytesPerFrame)
        return bytes.withUnsafeBytes { raw in raw.baseAddress.map { snd_pcm_writei(pcm, $0, frames) } ?? 0 }
    }

    func delay() -> Int {
        guard let pcm = handle?.pcm else { return Int(-ENODEV) }
        var frames: snd_pcm_sframes_t = 0
        let code = snd_pcm_delay(pcm, &frames)
        return code < 0 ? Int(code) : max(0, Int(frames))
    }

    func start() -> Int32 {
        guard let pcm = handle?.pcm else { return -ENODEV }
        return snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED ? snd_pcm_start(pcm) : 0
    }

    func drop() -> Int32 {
        guard let pcm = handle?.pcm else { return -ENODEV }
        return snd_pcm_drop(pcm)
    }

    func prepare() -> Int32 {
        guard let pcm = handle?.pcm else { return -ENODEV }
        return snd_pcm_prepare(pcm)
    }

    func close() { handle = nil }
}
