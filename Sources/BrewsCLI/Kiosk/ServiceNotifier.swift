internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Notifies the service manager of the kiosk's state (`sd_notify(3)`).
struct ServiceNotifier: Sendable {
    /// Watchdog interval of the manager; `nil` without a watchdog.
    let watchdog: Duration?
    private let address: String?

    /// - Parameter environment: with `NOTIFY_SOCKET`, and `WATCHDOG_USEC` for the watchdog.
    init(environment: [String: String]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        watchdog = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { $0 > 0 ? .microseconds($0) : nil }
    }

    /// Sends a state, such as `READY=1`. Does nothing without a service manager.
    ///
    /// - Returns: whether it was sent.
    @discardableResult
    func send(_ state: String) -> Bool {
        guard let address else { return false }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array(address.utf8)
        let room = MemoryLayout.size(ofValue: name.sun_path)
        guard path.count < room else { return false }
        withUnsafeMutableBytes(of: &name.sun_path) { bytes in
            bytes.copyBytes(from: path)
            // Abstract addresses are written with `@` and begin with a zero byte.
            if path.first == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count + (path.first == UInt8(ascii: "@") ? 0 : 1))
        let bytes = Array(state.utf8)
        let sent = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
        return sent == bytes.count
    }
}
