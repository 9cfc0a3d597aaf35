internal import Speech
internal import SpeechAssembly
internal import SpeechSynthesis

/// A voice of the kiosk, and the one that stands by for it.
struct KioskVoice: Sendable {
    let synthesizer: any SpeechSynthesizer
    /// espeak-ng beside a voice of Piper, which may fail or be late.
    let standby: (any SpeechSynthesizer)?

    /// The natural voice where it is fast enough on this machine, else the one that stands by.
    ///
    /// - Parameter log: receives the reason when the natural voice is not taken.
    func measured(saying sentence: String, log: (String) -> Void) async throws -> KioskVoice {
        guard let standby else { return self }
        let reason: String
        do {
            let time = try await SynthesisTrial.responseTime(
                of: synthesizer, saying: sentence, clock: ContinuousClock())
            guard time > SynthesisTrial.limit else { return self }
            reason = "takes \(Int(time.milliseconds)) ms for a short sentence on this machine"
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            reason = "fails (brews say hello tells why)"
        }
        log("espeak-ng speaks, because the voice of Piper \(reason); the staff page can choose it all the same")
        return KioskVoice(synthesizer: standby, standby: nil)
    }
}
