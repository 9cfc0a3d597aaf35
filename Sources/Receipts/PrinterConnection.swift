internal import Dispatch
internal import Glibc

/// A connection to a printer for one job. Blocks its thread until the deadline at the longest.
struct PrinterConnection: ~Copyable {
    private let descriptor: Int32
    private let answers: Bool
    private let deadline: DispatchTime
    private let answerSeconds: Double

    /// Opens a printer.
    ///
    /// - Parameters:
    ///   - seconds: time for the whole job.
    ///   - answerSeconds: time for an answer to a status request; a printer without one is printed to all the same.
    init(_ address: PrinterAddress, seconds: Double, answerSeconds: Double) throws(PrinterProblem) {
        self.answerSeconds = answerSeconds
        deadline = DispatchTime.now() + seconds
        (descriptor, answers) =
            switch address {
            case .file(let path): try Self.open(path)
            case .port(let port): (try Self.connect(port, until: deadline), true)
            }
    }

    /// Opens a device to write and read, or a file to append to.
    private static func open(_ path: String) throws(PrinterProblem) -> (descriptor: Int32, answers: Bool) {
        var status = stat()
        let isDevice = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
        let flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        if isDevice {
            let both = Glibc.open(path, flags | O_RDWR)
            if both >= 0 { return (both, true) }
        }
        let opened = Glibc.open(path, isDevice ? flags | O_WRONLY : flags | O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard opened >= 0 else { throw .away(reason()) }
        return (opened, false)
    }

    private static func connect(_ port: UInt16, until deadline: DispatchTime) throws(PrinterProblem) -> Int32 {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard made >= 0 else { throw .away(reason()) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard let problem = problem(of: made, connected: result == 0, until: deadline) else { return made }
        _ = Glibc.close(made)
        throw problem
    }

    private static func problem(of socket: Int32, connected: Bool, until deadline: DispatchTime) -> PrinterProblem? {
        if connected { return nil }
        guard errno == EINPROGRESS else { return .away(reason()) }
        guard wait(socket, Int16(POLLOUT), until: deadline) else { return .slow }
        var code: Int32 = 0, size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
        return code == 0 ? nil : .away(String(cString: strerror(code)))
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Prints a job, where the printer has paper.
    ///
    /// - Parameter expectsAnswer: whether the printer answers status requests, as known from an earlier job.
    /// - Returns: whether it has answered.
    func print(_ bytes: [UInt8], expectsAnswer: Bool) throws(PrinterProblem) -> Bool {
        guard answers else {
            try write(bytes)
            return false
        }
        guard let paper = try ask(ESCPOS.paperRequest, untilDeadline: expectsAnswer) else {
            if expectsAnswer || DispatchTime.now() >= deadline { throw .slow }
            try write(bytes)
            return false
        }
        if ESCPOS.isPaperOut(paper) == true { throw .paperOut }
        if let status = try ask(ESCPOS.statusRequest), ESCPOS.isOffline(status) == true { throw .offline }
        try write(bytes)
        return true
    }

    private func write(_ bytes: [UInt8]) throws(PrinterProblem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send($0) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            guard errno == EAGAIN || errno == EINTR else { throw .away(Self.reason()) }
            guard Self.wait(descriptor, Int16(POLLOUT), until: deadline) else { throw .slow }
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        let sent = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        return sent < 0 && errno == ENOTSOCK ? Glibc.write(descriptor, bytes.baseAddress, bytes.count) : sent
    }

    /// The answer to a request; `nil` for a printer that does not answer in time.
    private func ask(_ request: [UInt8], untilDeadline: Bool = false) throws(PrinterProblem) -> UInt8? {
        try write(request)
        let soon = DispatchTime.now() + answerSeconds
        guard Self.wait(descriptor, Int16(POLLIN), until: untilDeadline ? deadline : min(deadline, soon)) else {
            return nil
        }
        var byte: UInt8 = 0
        let count = read(descriptor, &byte, 1)
        if count == 1 { return byte }
        throw .away(count == 0 ? "it has closed the connection" : Self.reason())
    }

    private static func wait(_ descriptor: Int32, _ events: Int16, until deadline: DispatchTime) -> Bool {
        while true {
            let left = Double(deadline.uptimeNanoseconds) - Double(DispatchTime.now().uptimeNanoseconds)
            guard left > 0 else { return false }
            var entry = pollfd(fd: descriptor, events: events, revents: 0)
            let ready = poll(&entry, 1, Int32(min(left / 1_000_000 + 1, 60_000)))
            if ready > 0 { return true }
            if ready < 0, errno != EINTR { return false }
        }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
