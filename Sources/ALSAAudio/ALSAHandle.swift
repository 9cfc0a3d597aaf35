internal import CALSA
internal import Glibc

/// One open PCM device; closed when it goes. Opened without blocking, so that neither a busy nor a silent device can
/// hold its thread.
struct ALSAHandle: ~Copyable {
    /// What a device is asked for.
    struct Request {
        let stream: snd_pcm_stream_t
        /// Hertz.
        let rate: Int
        let period: Duration
        let buffer: Duration
    }

    let pcm: OpaquePointer
    let format: PCMFormat

    /// Opens a device and sets it up (`snd_pcm_open`, `snd_pcm_hw_params`, `snd_pcm_sw_params`).
    ///
    /// ALSA's own rate conversion is switched off: it is linear interpolation, and ours is not.
    ///
    /// - Parameter configuration: ALSA configuration text that defines the device, for tests; `nil` for the system's.
    /// - Throws: `PCMFailure`; `-EINVAL` for a format that cannot be read.
    init(device: String, _ request: Request, configuration: String? = nil) throws(PCMFailure) {
        brews_alsa_silence()
        let pcm = try Self.open(device, request.stream, configuration)
        do {
            format = try Self.setUp(pcm, request)
            self.pcm = pcm
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    deinit { snd_pcm_close(pcm) }

    private static func open(_ device: String, _ stream: snd_pcm_stream_t, _ configuration: String?) throws(PCMFailure)
        -> OpaquePointer
    {
        var opened: OpaquePointer?
        if let configuration {
            var tree: OpaquePointer?, input: OpaquePointer?
            try PCMFailure.check(snd_config_top(&tree), "snd_config_top")
            defer { if let tree { snd_config_delete(tree) } }
            try PCMFailure.check(
                snd_input_buffer_open(&input, configuration, configuration.utf8.count), "snd_input_buffer_open")
            defer { if let input { snd_input_close(input) } }
            try PCMFailure.check(snd_config_load(tree, input), "snd_config_load")
            try PCMFailure.check(snd_pcm_open_lconf(&opened, device, stream, SND_PCM_NONBLOCK, tree), "snd_pcm_open")
        } else {
            try PCMFailure.check(snd_pcm_open(&opened, device, stream, SND_PCM_NONBLOCK), "snd_pcm_open")
        }
        guard let opened else { throw PCMFailure("snd_pcm_open", 0, "no device") }
        return opened
    }

    private static func setUp(_ pcm: OpaquePointer, _ request: Request) throws(PCMFailure) -> PCMFormat {
        var hardware: OpaquePointer?
        try PCMFailure.check(snd_pcm_hw_params_malloc(&hardware), "snd_pcm_hw_params_malloc")
        defer { snd_pcm_hw_params_free(hardware) }
        try PCMFailure.check(snd_pcm_hw_params_any(pcm, hardware), "snd_pcm_hw_params_any")
        try PCMFailure.check(
            snd_pcm_hw_params_set_rate_resample(pcm, hardware, 0), "snd_pcm_hw_params_set_rate_resample")
        try PCMFailure.check(
            snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED), "snd_pcm_hw_params_set_access")
        guard
            let encoding = PCMEncoding.allCases.first(where: {
                snd_pcm_hw_params_test_format(pcm, hardware, $0.alsa) == 0
            })
        else {
            throw PCMFailure("snd_pcm_hw_params_set_format", -EINVAL, "no sample format of the device is known")
        }
        try PCMFailure.check(snd_pcm_hw_params_set_format(pcm, hardware, encoding.alsa), "snd_pcm_hw_params_set_format")
        var channels: UInt32 = 1
        try PCMFailure.check(
            snd_pcm_hw_params_set_channels_near(pcm, hardware, &channels), "snd_pcm_hw_params_set_channels")
        guard var rate = UInt32(exactly: request.rate), rate > 0 else {
            throw PCMFailure("snd_pcm_hw_params_set_rate", -EINVAL, "\(request.rate) Hz is no sample rate")
        }
        // Rather a higher rate than one that is nearer: with 8 kHz half of speech would be gone. Where there is none,
        // nothing is changed by asking.
        var least = rate
        _ = snd_pcm_hw_params_set_rate_min(pcm, hardware, &least, nil)
        try PCMFailure.check(snd_pcm_hw_params_set_rate_near(pcm, hardware, &rate, nil), "snd_pcm_hw_params_set_rate")
        // The buffer first: it is the one that decides how late a thread may be.
        var buffer = request.buffer.frames(rate: Int(rate)), period = request.period.frames(rate: Int(rate))
        try PCMFailure.check(
            snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer), "snd_pcm_hw_params_set_buffer_size")
        try PCMFailure.check(
            snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil), "snd_pcm_hw_params_set_period_size")
        try PCMFailure.check(snd_pcm_hw_params(pcm, hardware), "snd_pcm_hw_params")

        // What was asked for is one thing; what the device does is what counts.
        try PCMFailure.check(snd_pcm_hw_params_get_rate(hardware, &rate, nil), "snd_pcm_hw_params_get_rate")
        try PCMFailure.check(snd_pcm_hw_params_get_channels(hardware, &channels), "snd_pcm_hw_params_get_channels")
        try PCMFailure.check(
            snd_pcm_hw_params_get_period_size(hardware, &period, nil), "snd_pcm_hw_params_get_period_size")
        try PCMFailure.check(snd_pcm_hw_params_get_buffer_size(hardware, &buffer), "snd_pcm_hw_params_get_buffer_size")
        let format = PCMFormat(
            encoding: encoding, rate: Int(rate), channels: Int(channels), periodFrames: Int(period),
            bufferFrames: Int(buffer))
        guard format.rate > 0, format.channels > 0, period > 0 else {
            throw PCMFailure("snd_pcm_hw_params", -EINVAL, "the device says \(format)")
        }
        try setSoftware(pcm, format, request)
        return format
    }

    private static func setSoftware(_ pcm: OpaquePointer, _ format: PCMFormat, _ request: Request) throws(PCMFailure) {
        var software: OpaquePointer?
        try PCMFailure.check(snd_pcm_sw_params_malloc(&software), "snd_pcm_sw_params_malloc")
        defer { snd_pcm_sw_params_free(software) }
        let period = snd_pcm_uframes_t(format.periodFrames), buffer = snd_pcm_uframes_t(format.bufferFrames)
        try PCMFailure.check(snd_pcm_sw_params_current(pcm, software), "snd_pcm_sw_params_current")
        try PCMFailure.check(snd_pcm_sw_params_set_avail_min(pcm, software, period), "snd_pcm_sw_params_set_avail_min")
        if request.stream == SND_PCM_STREAM_PLAYBACK {
            // Begins with two periods; what lies behind the end of a clip in the device's buffer is silence and not
            // older sound.
            try PCMFailure.check(
                snd_pcm_sw_params_set_start_threshold(pcm, software, min(2 * period, buffer)),
                "snd_pcm_sw_params_set_start_threshold")
            try PCMFailure.check(
                snd_pcm_sw_params_set_silence_threshold(pcm, software, period),
                "snd_pcm_sw_params_set_silence_threshold")
            try PCMFailure.check(
                snd_pcm_sw_params_set_silence_size(pcm, software, period), "snd_pcm_sw_params_set_silence_size")
        }
        try PCMFailure.check(snd_pcm_sw_params(pcm, software), "snd_pcm_sw_params")
    }
}

extension PCMEncoding {
    fileprivate var alsa: snd_pcm_format_t {
        switch self {
        case .signed16: SND_PCM_FORMAT_S16_LE
        case .signed32: SND_PCM_FORMAT_S32_LE
        case .signed24: SND_PCM_FORMAT_S24_LE
        case .packed24: SND_PCM_FORMAT_S24_3LE
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        }
    }
}

extension Duration {
    /// Whole milliseconds, at least 1: ALSA takes 0 for "at once" and less for "for ever".
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    fileprivate func frames(rate: Int) -> snd_pcm_uframes_t {
        snd_pcm_uframes_t(clamping: Int64(milliseconds) * Int64(rate) / 1_000)
    }
}
