internal import CALSA
internal import Glibc

/// An ALSA capture device.
final class ALSASource: PCMSource {
    private let device: String
    private let configuration: String?
    private let request: ALSAHandle.Request
    private var handle: ALSAHandle?

    init(device: String, rate: Int, configuration: String? = nil) {
        self.device = device
        self.configuration = configuration
        // A buffer of 500 ms tolerates a late thread; the period is the size of a frame.
        request = ALSAHandle.Request(
            stream: SND_PCM_STREAM_CAPTURE, rate: rate, period: .milliseconds(20), buffer: .milliseconds(500))
    }

    func open() throws(PCMFailure) -> PCMFormat {
        handle = nil
        let opened = try ALSAHandle(device: device, request, configuration: configuration)
        try PCMFailure.check(snd_pcm_start(opened.pcm), "snd_pcm_start")
        let format = opened.format
        handle = consume opened
        return format
    }

    func wait(_ limit: Duration) -> PCMWait {
        guard let pcm = handle?.pcm else { return .failed(-ENODEV) }
        // poll(2) on the device's descriptors, with their meaning for this type of device.
        let result = snd_pcm_wait(pcm, limit.milliseconds)
        if result < 0 { return .failed(result) }
        return result == 0 ? .timedOut : .ready
    }

    func read(into bytes: inout [UInt8]) -> Int {
        guard let pcm = handle?.pcm, let format = handle?.format else { return Int(-ENODEV) }
        var total = 0
        while total < format.rate {
            let start = bytes.count, room = min(4 * format.periodFrames, format.rate - total)
            bytes.append(contentsOf: repeatElement(0, count: room * format.bytesPerFrame))
            let got = bytes.withUnsafeMutableBytes { raw in
                raw.baseAddress.map { snd_pcm_readi(pcm, $0 + start, snd_pcm_uframes_t(room)) } ?? 0
            }
            bytes.removeLast((room - max(0, Int(got))) * format.bytesPerFrame)
            // An error after some frames is reported by the next call.
            if got < 0 { return total > 0 || got == -Int(EAGAIN) ? total : Int(got) }
            total += Int(got)
            if got < room { break }
        }
        return total
    }

    var pending: Int {
        guard let pcm = handle?.pcm else { return 0 }
        var frames: snd_pcm_sframes_t = 0
        return snd_pcm_delay(pcm, &frames) == 0 ? max(0, Int(frames)) : 0
    }

    func restart() -> Int32 {
        guard let pcm = handle?.pcm else { return -ENODEV }
        let prepared = snd_pcm_prepare(pcm)
        return prepared < 0 ? prepared : snd_pcm_start(pcm)
    }

    func resume() -> Int32 {
        guard let pcm = handle?.pcm else { return -ENODEV }
        return snd_pcm_resume(pcm)
    }

    func close() { handle = nil }
}
