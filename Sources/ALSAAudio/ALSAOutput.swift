internal import CALSA
internal import CInterop
internal import Glibc
public import Speech

/// What can go wrong with a sound card. `code` is ALSA's negative errno.
public enum ALSAError: Error, Equatable, Sendable {
    case failed(function: String, device: String, code: Int, message: String)

    /// What happened, for people: "no such device (default)".
    public var reason: String {
        switch self {
        case .failed(_, let device, _, let message): "\(message) (\(device))"
        }
    }
}

/// Playback through ALSA (`snd_pcm_writei`), blocking on a worker of its own.
public struct ALSAOutput: AudioOutput {
    private let device: String
    private let worker = SerialWorker(label: "alsa-playback")

    /// - Parameter device: ALSA's name; `default` follows the system's settings.
    public init(device: String = "default") {
        self.device = device
        brews_alsa_silence()
    }

    public func play(_ samples: [Int16], sampleRate: Int) async throws {
        guard !samples.isEmpty else { return }
        let device = device
        try await worker.run {
            let playback = try Playback(device: device)
            try playback.configure(sampleRate: sampleRate)
            try playback.write(samples)
        }
    }
}

/// Sound cards of this machine.
public enum ALSADevices {
    /// Names of the cards that ALSA knows (`snd_card_next`); empty when there are none.
    public static func cards() -> [String] {
        brews_alsa_silence()
        var names: [String] = []
        var card: Int32 = -1
        while snd_card_next(&card) == 0, card >= 0 {
            var name: UnsafeMutablePointer<CChar>?
            guard snd_card_get_name(card, &name) == 0, let name else { continue }
            names.append(String(cString: name))
            free(name)
        }
        return names
    }
}

/// One open playback device; closed when it goes.
private struct Playback: ~Copyable {
    private let handle: OpaquePointer
    private let device: String

    init(device: String) throws(ALSAError) {
        handle = try Self.open(device)
        self.device = device
    }

    deinit { snd_pcm_close(handle) }

    private static func open(_ device: String) throws(ALSAError) -> OpaquePointer {
        var opened: OpaquePointer?
        try check(snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, 0), "snd_pcm_open", device)
        guard let opened else { throw .failed(function: "snd_pcm_open", device: device, code: 0, message: "no device") }
        return opened
    }

    /// Sets 16-bit mono at a rate in hertz; ALSA resamples where the card cannot (`snd_pcm_set_params`).
    func configure(sampleRate: Int) throws(ALSAError) {
        guard let rate = UInt32(exactly: sampleRate), rate > 0 else {
            throw .failed(function: "snd_pcm_set_params", device: device, code: Int(-EINVAL), message: "\(sampleRate) Hz is no sample rate")
        }
        let latencyMicroseconds: UInt32 = 200_000
        try Self.check(
            snd_pcm_set_params(handle, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, rate, 1, latencyMicroseconds),
            "snd_pcm_set_params", device)
    }

    func write(_ samples: [Int16]) throws(ALSAError) {
        var written = 0
        while written < samples.count {
            let frames = samples.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { snd_pcm_writei(handle, $0 + written, UInt(samples.count - written)) } ?? 0
            }
            if frames < 0 {
                try Self.check(snd_pcm_recover(handle, Int32(frames), 1), "snd_pcm_writei", device)
            } else {
                written += frames
            }
        }
        try Self.check(snd_pcm_drain(handle), "snd_pcm_drain", device)
    }

    private static func check(_ code: Int32, _ function: String, _ device: String) throws(ALSAError) {
        guard code < 0 else { return }
        throw .failed(function: function, device: device, code: Int(code), message: snd_strerror(code).map { String(cString: $0) } ?? "unknown")
    }
}
