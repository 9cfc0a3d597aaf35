internal import Foundation
internal import Glibc
internal import Synchronization

/// A receipt printer on a port of this machine that behaves as a test says.
public final class ScriptedPrinter: Sendable {
    /// How the printer behaves.
    public enum Mood: Equatable, Sendable {
        /// Prints and answers status requests.
        case well
        /// Prints and never answers.
        case mute
        /// Accepts connections and does nothing else.
        case stuck
        /// Has no paper.
        case paperOut
        /// Has an open cover.
        case open
        /// Closes connections at once.
        case rude
    }

    private let listener: Int32
    /// The port.
    public let port: Int
    private let state = Mutex((mood: Mood.well, jobs: [[UInt8]](), connections: 0, isClosed: false))

    /// Opens the port.
    ///
    /// - Parameter port: 0 for a free one.
    public init(port: Int = 0, mood: Mood = .well) throws {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        var yes: Int32 = 1
        setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(made, address, size) == 0 && listen(made, 8) == 0
                    && getsockname(made, address, &size) == 0
            }
        }
        guard bound else {
            _ = Glibc.close(made)
            throw POSIXError(.EADDRINUSE)
        }
        listener = made
        self.port = Int(UInt16(bigEndian: address.sin_port))
        state.withLock { $0.mood = mood }
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(made, nil, nil)
                guard connection >= 0 else { break }
                self?.serve(connection)
                _ = Glibc.close(connection)
            }
            // Closed here alone: a number closed elsewhere may be another printer's by the time of `accept`.
            _ = Glibc.close(made)
        }
    }

    /// How it behaves from now on.
    public func become(_ mood: Mood) { state.withLock { $0.mood = mood } }

    /// What was printed, job by job, without status requests.
    public var jobs: [[UInt8]] { state.withLock { $0.jobs } }

    /// Connections so far.
    public var connections: Int { state.withLock { $0.connections } }

    /// Switches it off: nobody listens on the port any more.
    public func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    deinit { close() }

    private func serve(_ connection: Int32) {
        state.withLock { $0.connections += 1 }
        var job: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let mood = state.withLock { $0.mood }
            if mood == .rude { return }
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { break }
            if mood == .stuck { continue }
            var bytes = buffer[..<count]
            while bytes.count >= 3, bytes.starts(with: [0x10, 0x04]) {
                let answer: UInt8 =
                    switch (mood, bytes[bytes.startIndex + 2]) {
                    case (.paperOut, 4): 0x72
                    case (.open, 1): 0x1E
                    default: 0x12
                    }
                bytes = bytes.dropFirst(3)
                if mood != .mute {
                    var byte = answer
                    _ = write(connection, &byte, 1)
                }
            }
            job += bytes
        }
        if !job.isEmpty { state.withLock { $0.jobs.append(job) } }
    }
}
