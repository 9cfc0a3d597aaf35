internal import OrderSession
public import Ordering

/// The health report.
extension KioskOrchestrator {
    /// Sets why old data could not be deleted, for the health report; `nil` once it was deleted.
    public func note(purgeFailure: String?) { status.purgeFailure = purgeFailure }

    /// The health report: the kiosk's own parts, then those of the machine.
    public func health() async -> KioskHealth {
        let voiceShortcoming = await parts.voice.shortcoming()
        var health = status.health(
            hasVoiceInput: voiceInput != nil, frames: gate?.frames ?? 0,
            spotterShortcoming: voiceInput?.spotterShortcoming,
            voiceUnavailable: machine.voiceUnavailable, ended: machine.session.endCounts,
            voiceShortcoming: voiceShortcoming, isMuted: parts.voice.isMuted, isClockSet: parts.isClockSet(),
            displays: displays.count,
            needsStaff: machine.needsStaff)
        if let printers = parts.printers { health.parts += await printers.parts() }
        health.figures["brews_open_for_guests"] = closed == nil ? 1 : 0
        let board = parts.board()
        health.parts += board.parts
        health.figures.merge(board.figures) { own, _ in own }
        return health
    }
}
