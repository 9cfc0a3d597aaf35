public import Speech

/// Why the voice toolkit cannot do something, with the command that mends it where there is one.
public enum VoiceKitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The microphone gives no audio: none is there, another program has it, no permission, or it was lost.
    case microphone(MicrophoneFault)
    /// The input failed or could not be read; the system's or the file's reason.
    case input(String)
    /// The loudspeaker plays nothing; the device's reason.
    case loudspeaker(String)
    /// A recogniser, a voice or a model is not there or is damaged.
    case engineMissing(String, mend: String)
    /// A voice cannot be used; `reason` follows its name.
    case voice(String, reason: String)
    /// Free speech was asked for, and the recogniser hears only phrases that it is given.
    case freeSpeechMissing
    /// The recogniser's vocabulary lacks a word of every phrase of the context. At most ten of the phrases.
    case unheard(context: String, phrases: [String])
    /// The recogniser failed; its error.
    case recognizer(String)
    /// The recogniser gave no result in time.
    case recognizerTooSlow
    /// The microphone or the loudspeaker is in use by another call, and was not free in time.
    case busy(VoiceOpGate.Operation)
    /// A recording cannot be written; `reason` follows the path.
    case recording(path: String, reason: String)
    /// A clip cannot be read; `reason` follows the path.
    case clip(path: String, reason: String)
    /// No clip of this name was prepared; `known` lists those that were.
    case unknownClip(String, known: [String])
    /// A value of a request is outside its range.
    case badSetting(name: String, range: String)
    /// A script cannot be read.
    case badScript(String)
    /// The toolkit was closed.
    case closed

    /// The problem in words, with the mending command.
    public var description: String { mend.map { "\(problem); \($0)" } ?? problem }

    /// The problem in words.
    public var problem: String {
        switch self {
        case .microphone(let fault): "the microphone \(fault.reason)"
        case .input(let reason): "the audio input failed: \(reason)"
        case .loudspeaker(let reason): "there is no sound: \(reason)"
        case .engineMissing(let reason, _): reason
        case .voice(let name, let reason): "the voice '\(name)' cannot be used: \(reason)"
        case .freeSpeechMissing: "this recogniser hears only phrases that it is given, and the context is free speech"
        case .unheard(let context, let phrases):
            "the recogniser's vocabulary lacks a word of every phrase of the context '\(context)': "
                + phrases.joined(separator: ", ")
        case .recognizer(let reason): "the recogniser failed: \(reason)"
        case .recognizerTooSlow: "the recogniser gave no result in time"
        case .busy(.listening): "the microphone is in use by another call"
        case .busy(.speaking): "the loudspeaker is in use by another call"
        case .recording(let path, let reason): "the recording \(path) cannot be written: \(reason)"
        case .clip(let path, let reason): "the clip \(path) \(reason)"
        case .unknownClip(let name, known: []): "there is no clip '\(name)'; none was prepared"
        case .unknownClip(let name, let known):
            "there is no clip '\(name)'; there are: \(known.joined(separator: ", "))"
        case .badSetting(let name, let range): "\(name) must be \(range)"
        case .badScript(let reason): "the script cannot be read: \(reason)"
        case .closed: "the voice was closed"
        }
    }

    /// The command that mends it, with what it does; `nil` where no command can.
    public var mend: String? {
        switch self {
        case .microphone(.busy): "see which program has it: fuser -v /dev/snd/*"
        case .microphone(.denied): "let this user use it, then log in again: sudo usermod -aG audio $USER"
        case .microphone(.missing), .microphone(.lost), .microphone(.stalled), .microphone(.wrongRate),
            .microphone(.suspended), .microphone(.unsupported), .microphone(.failed):
            "list the microphones: brews doctor"
        case .loudspeaker: "list the loudspeakers: brews doctor"
        case .engineMissing(_, let mend): mend
        case .voice: "see those that are there: brews voices"
        case .freeSpeechMissing: "install one for free speech: brews models fetch whisper-tiny.en"
        case .input, .unheard, .recognizer, .recognizerTooSlow, .busy, .recording, .clip, .unknownClip, .badSetting,
            .badScript, .closed:
            nil
        }
    }
}
