internal import Feedback
internal import KioskRuntime
internal import Ordering
internal import SQLiteOrderStore
internal import VoiceOrdering

/// The staff page's data: the day's figures from the store, the session and the microphone check from the kiosk.
struct StaffBackend: StaffService {
    let orchestrator: KioskOrchestrator
    let store: SQLiteOrderStore
    let currency: String
    /// Formats an amount as the kiosk's sentences write it.
    let money: @Sendable (Money) -> String

    func status() async -> StaffStatus {
        let figures = try? await store.figuresToday()
        let total = figures?.totals[currency] ?? .zero
        let seconds = figures.flatMap { $0.orders > 0 ? Double($0.meanMillisecondsPerOrder) / 1_000 : nil }
        let today = StaffFigures(
            orders: figures?.orders ?? 0, sessions: figures?.sessions ?? 0, ordersByVoice: figures?.unaided ?? 0,
            total: KioskSnapshot.Amount(minorUnits: total.minorUnits, text: money(total)), reasks: figures?.reasks ?? 0,
            corrections: figures?.corrections ?? 0, secondsPerOrder: seconds)
        return StaffStatus(
            today: today, session: await orchestrator.staffSession, check: await orchestrator.microphoneCheck,
            callSeconds: await orchestrator.staffCallSeconds)
    }

    func perform(_ action: StaffAction) async -> KioskActionResult { await orchestrator.perform(action) }
}
