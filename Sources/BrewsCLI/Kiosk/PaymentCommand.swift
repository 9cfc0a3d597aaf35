internal import Foundation
internal import KioskRuntime
internal import Ordering
internal import PlatformSupport
internal import Speech
internal import VoiceOrdering

#if canImport(Glibc)
    internal import Glibc
#endif

/// A payment terminal operated by the integrator's program: one JSON object on its standard input, exit code 0 for
/// paid.
///
/// The object is `{"order":"…","number":12,"total":525,"currency":"USD"}`. Any other exit means not paid. The program
/// is ended before the kiosk gives up on it, so that it cannot charge a guest who was sent to the counter. When the
/// task is cancelled the program is ended at once, but its exit code still counts: it may have the money.
struct PaymentCommand: PaymentTerminal {
    /// Path of the program.
    let program: String
    let clock: MonotonicClock
    let log: @Sendable (String) -> Void

    /// Time until the program is asked to end (SIGTERM).
    static let patience = KioskTimes().terminal - .seconds(10)
    /// Further time until it is killed (SIGKILL), still before the kiosk gives up.
    static let grace = Duration.seconds(5)

    private struct Request: Encodable {
        let order: String
        let number: Int
        let total: Int
        let currency: String
    }

    func pay(order: String, number: Int, total: Money, currency: String) async -> Bool {
        let request = Request(order: order, number: number, total: total.minorUnits, currency: currency)
        guard let json = try? JSONEncoder().encode(request) else { return false }
        let process: PaymentProcess
        do {
            process = try PaymentProcess(program: program, input: Array(json) + [UInt8(ascii: "\n")])
        } catch {
            log("the payment program \(program) cannot be started: \(error.reason)")
            return false
        }
        let patience = Task { try await clock.sleep(Self.patience) }
        let deadline = Task {
            let ranOut = await patience.result
            // The program has ended by itself.
            if Task.isCancelled { return }
            if case .success = ranOut { log("the payment program \(program) takes too long and is ended") }
            process.signal(SIGTERM)
            // Cancelled when the program has ended; its own children are still to be ended.
            try? await clock.sleep(Self.grace)
            process.signal(SIGKILL)
        }
        await withTaskCancellationHandler {
            // Detached, so that cancelling this task does not abandon the wait.
            _ = await Task { try await SerialWorker(label: "payment").run { process.wait() } }.result
        } onCancel: {
            patience.cancel()
        }
        deadline.cancel()
        patience.cancel()
        _ = await deadline.result
        return process.reap() == 0
    }
}
