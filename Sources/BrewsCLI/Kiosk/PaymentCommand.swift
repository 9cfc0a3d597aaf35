internal import Foundation
internal import Orchestrator
internal import Ordering
internal import Synchronization

/// A payment terminal behind a program of the integrator's: one JSON object on its standard input, exit code 0 when it is paid.
///
/// `{"order":"…","number":12,"total":525,"currency":"USD"}`; everything else it does, prints or leaves undone is no payment.
struct PaymentCommand: PaymentTerminal {
    /// Path of the program.
    let program: String
    let log: @Sendable (String) -> Void

    private struct Request: Encodable {
        let order: String
        let number: Int
        let total: Int
        let currency: String
    }

    func pay(order: String, number: Int, total: Money, currency: String) async -> Bool {
        let request = Request(order: order, number: number, total: total.minorUnits, currency: currency)
        guard let json = try? JSONEncoder().encode(request) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationReason == .exit && $0.terminationStatus == 0) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                log("the payment program \(program) cannot be started: \(error.localizedDescription)")
                continuation.resume(returning: false)
                return
            }
            try? input.fileHandleForWriting.write(contentsOf: json + Data("\n".utf8))
            try? input.fileHandleForWriting.close()
        }
    }
}
