internal import CALSA

/// An error of a sound card. `code` is ALSA's negative errno.
public enum ALSAError: Error, Equatable, Sendable {
    /// An ALSA function failed.
    case failed(function: String, device: String, code: Int, message: String)
    /// The device accepts no samples although it reports no error.
    case stalled(device: String)
    /// The name selects a card by number, and numbers change with the order of detection.
    case unstableName(String)
    /// The sample rate of a clip cannot be converted to the device's rate.
    case resampling(device: String, reason: String)

    /// Description for display: "no such device (default)".
    public var reason: String {
        switch self {
        case .failed(_, let device, _, let message): "\(message) (\(device))"
        case .stalled(let device): "it takes no samples (\(device))"
        case .unstableName(let name):
            "'\(name)' names a card by its number, which changes when cards are plugged in another order"
        case .resampling(let device, let reason): "\(reason) (\(device))"
        }
    }

    init(_ failure: PCMFailure, device: String) {
        self = .failed(function: failure.function, device: device, code: Int(failure.code), message: failure.message)
    }
}

extension PCMFailure {
    /// Throws for a negative code, with ALSA's message (`snd_strerror`).
    static func check(_ code: Int32, _ function: String) throws(PCMFailure) {
        guard code < 0 else { return }
        throw PCMFailure(function, code, snd_strerror(code).map { String(cString: $0) })
    }
}
