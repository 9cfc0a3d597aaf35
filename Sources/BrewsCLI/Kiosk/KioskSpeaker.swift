internal import Desks
internal import KioskRuntime

/// The kiosk's loudspeaker for the assistant's answers. It is silent while a guest orders.
struct KioskSpeaker: AnswerSpeaking {
    let voice: any GuestVoice
    let isGuestActive: @Sendable () async -> Bool

    func speak(_ text: String) async {
        guard await !isGuestActive() else { return }
        _ = await voice.say(text)
    }

    func stop() async {
        guard await !isGuestActive() else { return }
        await voice.stop()
    }
}
