internal import Foundation
internal import Orchestrator
internal import Ordering

#if canImport(Glibc)
    internal import Glibc
#endif

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
        // A socket, not a pipe: a program that has ended before it read must not end the kiosk with SIGPIPE.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return false }
        let ours = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process.standardInput = theirs
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
            try? theirs.close()
            let bytes = Array(json) + [UInt8(ascii: "\n")]
            _ = send(ours.fileDescriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            try? ours.close()
        }
    }
}
