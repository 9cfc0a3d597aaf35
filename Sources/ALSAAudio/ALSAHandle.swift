internal import CALSA
internal import Glibc

/// An open PCM device, closed by its destructor. It is opened in non-blocking mode, so that a busy or silent device
/// cannot block the thread.
struct ALSAHandle: ~Copyable {
    /// The requested configuration.
    struct Request {
        let stream: snd_pcm_stream_t
        /// Sample rate in hertz.
        let rate: Int
        let period: Duration
        let buffer: Duration
    }

    let pcm: OpaquePointer
    let format: PCMFormat

    /// Opens and configures a device (`snd_pcm_open`, `snd_pcm_hw_params`, `snd_pcm_sw_params`).
    ///
    /// ALSA's rate conversion is disabled, because it interpolates linearly. `Resampler` converts instead.
    ///
    /// - Parameter configuration: ALSA configuration text that defines the device, for tests; `nil` for the system's
    ///   configuration.
    /// - Throws: `PCMFailure`; `-EINVAL` for an unknown sample format.
    init(device: String, _ request: Request, configuration: String? = nil) throws(PCMFailure) {
        brews_alsa_silence()
        let pcm = try Self.open(device, request.stream, configuration)
        do {
            format = try Self.configure(pcm, request)
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

    private static func configure(_ pcm: OpaquePointer, _ request: Request) throws(PCMFailure) -> PCMFormat {
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
        // A higher rate is preferred to a nearer one: 8 kHz would lose half of the speech band. The call has no effect
        // if the device supports no such rate.
        var least = rate
        _ = snd_pcm_hw_params_set_rate_min(pcm, hardware, &least, nil)
        try PCMFailure.check(snd_pcm_hw_params_set_rate_near(pcm, hardware, &rate, nil), "snd_pcm_hw_params_set_rate")
        // The buffer comes first: its size decides how late the thread may be.
        var buffer = request.buffer.frames(rate: Int(rate)), period = request.period.frames(rate: Int(rate))
        try PCMFailure.check(
            snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer), "snd_pcm_hw_params_set_buffer_size")
        try PCMFailure.check(
            snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil), "snd_pcm_hw_params_set_period_size")
        try PCMFailure.check(snd_pcm_hw_params(pcm, hardware), "snd_pcm_hw_params")

        // The device may differ from the request, so its actual values are read back.
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
        try configureSoftware(pcm, format, request)
        return format
    }

    private static func configureSoftware(_ pcm: OpaquePointer, _ format: PCMFormat, _ request: Request)
        throws(PCMFailure)
    {
        var software: OpaquePointer?
        try PCMFailure.check(snd_pcm_sw_params_malloc(&software), "snd_pcm_sw_params_malloc")
        defer { snd_pcm_sw_params_free(software) }
        let period = snd_pcm_uframes_t(format.periodFrames), buffer = snd_pcm_uframes_t(format.bufferFrames)
        try PCMFailure.check(snd_pcm_sw_params_current(pcm, software), "snd_pcm_sw_params_current")
        try PCMFailure.check(snd_pcm_sw_params_set_avail_min(pcm, software, period), "snd_pcm_sw_params_set_avail_min")
        if request.stream == SND_PCM_STREAM_PLAYBACK {
            // Playback starts with two periods. The device's buffer is filled with silence behind the end of a clip, so
            // that older sound is not repeated.
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
    /// Whole milliseconds, at least 1, because ALSA takes 0 for "at once" and negative values for "without limit".
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    }

    fileprivate func frames(rate: Int) -> snd_pcm_uframes_t {
        snd_pcm_uframes_t(clamping: Int64(milliseconds) * Int64(rate) / 1_000)
    }
}
