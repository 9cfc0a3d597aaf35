internal import Foundation
internal import KioskRuntime
internal import Ordering
internal import PlatformSupport
internal import Speech
internal import VoiceOrdering

#if canImport(Glibc)
    internal import Glibc
#endif

/// A payment terminal behind a program of the integrator's: one JSON object on its standard input, exit code 0 when it
/// is paid.
///
/// `{"order":"…","number":12,"total":525,"currency":"USD"}`; everything else it does, prints or leaves undone is no
/// payment. It is ended before the kiosk gives it up, so that it cannot take money from a guest who was sent to the
/// counter. Where the task is cancelled it is ended at once, and its answer is waited for all the same: it may have the
/// money.
struct PaymentCommand: PaymentTerminal {
    /// Path of the program.
    let program: String
    let clock: MonotonicClock
    let log: @Sendable (String) -> Void

    /// How long it may take until it is asked to end (SIGTERM).
    static let patience = KioskTimes().terminal - .seconds(10)
    /// How long it then has for that until it is made to (SIGKILL), still before the kiosk gives it up.
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
            // Cancelled where the program ends by itself, and then what it has started is still to end.
            try? await clock.sleep(Self.grace)
            process.signal(SIGKILL)
        }
        await withTaskCancellationHandler {
            // A task of its own, so that it is not given up with this one.
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
