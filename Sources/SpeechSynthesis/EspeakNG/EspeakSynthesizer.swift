internal import CEspeakNG
internal import Foundation
internal import PlatformSupport
public import Speech
internal import Synchronization

/// An error of speech synthesis with espeak-ng.
public enum EspeakError: Error, Equatable, Sendable {
    /// `espeak_Initialize` failed: its data is not installed.
    case unavailable
    /// No voice has this name or language.
    case unknownVoice(String)
    /// A setting is outside its range; the message names the setting and the range.
    case invalidSetting(String)
    /// A library function failed with this code.
    case failed(function: String, code: Int)
}

/// A synthesiser with espeak-ng in this process (`espeak_Synth` in synchronous mode). It returns samples and plays
/// nothing.
///
/// ```
/// let synthesizer = try EspeakSynthesizer(settings: TTSVoiceProfile(voice: "en-us", rate: 150))
/// let speech = try await synthesizer.synthesize("One latte. Anything else?")
/// ```
///
/// The library has global state, so all instances share one worker: calls run one after another, and each sets its
/// voice first.
public struct EspeakSynthesizer: SpeechSynthesizer {
    static let worker = SerialWorker(label: "espeak")

    private let settings: TTSVoiceProfile

    /// Creates a synthesiser. An unknown voice is reported by the first call of `synthesize`.
    ///
    /// - Throws: `EspeakError.invalidSetting`.
    public init(settings: TTSVoiceProfile = TTSVoiceProfile()) throws(EspeakError) {
        func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws(EspeakError) {
            guard range.contains(value) else {
                throw .invalidSetting("\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
            }
        }
        try check("rate", settings.rate, TTSVoiceProfile.rates)
        try check("pitch", settings.pitch, TTSVoiceProfile.pitches)
        try check("volume", settings.volume, TTSVoiceProfile.volumes)
        self.settings = settings
    }

    /// The library's version, for example `1.51`.
    public static func version() async throws -> String {
        try await worker.run {
            _ = try EspeakLibrary.start()
            return espeak_Info(nil).map { String(cString: $0) } ?? "unknown"
        }
    }

    /// Synthesises `text`; see `SpeechSynthesizer`.
    public func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        try await synthesizeWithWordStarts(text).speech
    }

    /// Synthesises `text` with the time at which each word begins (`espeakEVENT_WORD`), for evaluating recognisers.
    ///
    /// - Returns: the speech, and ascending times in seconds from its first sample. espeak-ng reports some pairs of
    ///   short words as one.
    /// - Throws: as `synthesize`.
    public func synthesizeWithWordStarts(_ text: String) async throws -> (
        speech: SynthesizedSpeech, wordStarts: [Double]
    ) {
        let speakable = SpeakableText(text)
        let settings = settings
        return try await Self.worker.run {
            let sampleRate = try EspeakLibrary.start()
            try EspeakLibrary.apply(settings)
            guard !speakable.isEmpty else { return (SynthesizedSpeech(samples: [], sampleRate: sampleRate), []) }
            let (samples, starts) = try EspeakLibrary.speak(speakable)
            return (SynthesizedSpeech(samples: samples, sampleRate: sampleRate), starts)
        }
    }
}

/// The library's functions. Only `EspeakSynthesizer`'s worker may call them.
enum EspeakLibrary {
    private static let startedRate = Mutex<Int?>(nil)

    /// Initialises the library once (`espeak_Initialize`) and returns its sample rate in hertz.
    ///
    /// In synchronous mode the samples arrive while `espeak_Synth` runs on the worker. The retrieval mode would use a
    /// thread of the library whose end `espeak_Synchronize` polls only every 20 ms. Never call `espeak_Terminate`:
    /// version 1.51 hangs.
    static func start() throws(EspeakError) -> Int {
        try startedRate.withLock { startedRate throws(EspeakError) in
            if let startedRate { return startedRate }
            let rate = Int(espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, Int32(espeakINITIALIZE_DONT_EXIT)))
            guard rate > 0 else { throw .unavailable }
            espeak_SetSynthCallback { samples, count, events in
                guard let target = events?.pointee.user_data else { return 0 }
                let recording = Unmanaged<Recording>.fromOpaque(target).takeUnretainedValue()
                if let samples, count > 0 {
                    recording.samples.append(contentsOf: UnsafeBufferPointer(start: samples, count: Int(count)))
                }
                var event = events
                while let current = event?.pointee, current.type != espeakEVENT_LIST_TERMINATED {
                    // A word may be reported twice, at the same position in the text.
                    if current.type == espeakEVENT_WORD, recording.lastWord != current.text_position {
                        recording.lastWord = current.text_position
                        recording.wordStarts.append(Double(current.audio_position) / 1_000)
                    }
                    event = event?.successor()
                }
                return 0
            }
            startedRate = rate
            return rate
        }
    }

    static func apply(_ settings: TTSVoiceProfile) throws(EspeakError) {
        try select(settings.voice)
        for (parameter, value) in [
            (espeakRATE, settings.rate), (espeakPITCH, settings.pitch), (espeakVOLUME, settings.volume),
        ] {
            let code = espeak_SetParameter(parameter, Int32(value), 0)
            guard code == EE_OK else { throw .failed(function: "espeak_SetParameter", code: Int(code.rawValue)) }
        }
    }

    /// Longest voice name passed on, because version 1.51 aborts on a variant (`en-us+…`) of 37 characters.
    private static let maxVoiceBytes = 36

    /// Selects a voice by its name, or else by its language, as `espeak-ng -v` does.
    private static func select(_ voice: String) throws(EspeakError) {
        // The library would open a name with a slash as a file anywhere.
        let isName =
            voice.utf8.count <= maxVoiceBytes
            && voice.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " -_+(),".contains($0)) }
        guard isName, !voice.isEmpty else { throw .unknownVoice(voice) }
        if espeak_SetVoiceByName(voice) != EE_OK {
            let found = voice.withCString { language in
                var wanted = espeak_VOICE()
                wanted.languages = language
                return espeak_SetVoiceByProperties(&wanted)
            }
            guard found == EE_OK else { throw .unknownVoice(voice) }
        }
        // A file or directory of the library's data that is no voice is selected too, without a name.
        guard let name = espeak_GetCurrentVoice()?.pointee.name, name.pointee != 0 else { throw .unknownVoice(voice) }
    }

    /// Returns samples and the time in seconds at which each word begins. SSML and phoneme input are off.
    static func speak(_ speakable: SpeakableText) throws(EspeakError) -> (samples: [Int16], wordStarts: [Double]) {
        let recording = Recording()
        let target = Unmanaged.passUnretained(recording).toOpaque()
        let code = speakable.text.withCString { text in
            espeak_Synth(text, strlen(text) + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil, target)
        }
        guard code == EE_OK else { throw .failed(function: "espeak_Synth", code: Int(code.rawValue)) }
        return withExtendedLifetime(recording) { (recording.samples, recording.wordStarts) }
    }

    /// The state written by the callback.
    private final class Recording {
        var samples: [Int16] = []
        var wordStarts: [Double] = []
        /// Text position of the last reported word.
        var lastWord: Int32 = -1
    }
}
