/// Where a printer is: a file, a device, or a TCP port of this machine.
public enum PrinterAddress: Equatable, Sendable, CustomStringConvertible {
    /// A file, to which jobs are appended, or a device such as `/dev/usb/lp0`.
    case file(String)
    /// A port of 127.0.0.1.
    case port(UInt16)

    /// Reads `/dev/usb/lp0`, `tickets.bin` or `tcp:127.0.0.1:9100`.
    ///
    /// - Throws: `PrinterProblem.address` for another host than this machine, or no port.
    public init(_ text: String) throws(PrinterProblem) {
        guard text.hasPrefix("tcp:") else {
            guard !text.isEmpty, !text.utf8.contains(0) else { throw .address("a printer needs a file or a port") }
            self = .file(text)
            return
        }
        let parts = text.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, ["127.0.0.1", "localhost"].contains(parts[0]) else {
            throw .address("'\(text)' must be tcp:127.0.0.1:PORT: a kiosk reaches printers of its own machine only")
        }
        guard let port = UInt16(parts[1]), port > 0 else {
            throw .address("'\(text)' has no port of 1…65535")
        }
        self = .port(port)
    }

    /// The address as it is written in options.
    public var description: String {
        switch self {
        case .file(let path): path
        case .port(let port): "tcp:127.0.0.1:\(port)"
        }
    }
}

/// Why nothing is printed.
public enum PrinterProblem: Error, Equatable, Sendable {
    /// The address cannot be used.
    case address(String)
    /// The printer is off or away.
    case away(String)
    /// The printer takes too long.
    case slow
    /// The printer has no paper.
    case paperOut
    /// The printer reports an error or an open cover.
    case offline

    /// The problem as a phrase for the staff.
    public var sentence: String {
        switch self {
        case .address(let reason): reason
        case .away(let reason): "it is off or away (\(reason))"
        case .slow: "it takes too long"
        case .paperOut: "it has no paper"
        case .offline: "it reports an error or an open cover"
        }
    }
}
