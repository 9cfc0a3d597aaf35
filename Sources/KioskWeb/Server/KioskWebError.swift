/// What can keep the kiosk's web server from starting.
public enum KioskWebError: Error, Equatable, Sendable {
    /// Another program has the port, or it may not be used: `errno` with the system's words.
    case portUnavailable(port: Int, code: Int, message: String)
    /// A system call failed for another reason.
    case failed(function: String, code: Int, message: String)
    /// libmicrohttpd did not start; it says no more than that.
    case daemonRefused
    /// A setting is outside its range; the sentence names it and the range.
    case badSetting(String)
    /// `start` was called on a server that runs.
    case alreadyRunning

    /// What happened, for people.
    public var reason: String {
        switch self {
        case .portUnavailable(let port, _, let message): "port \(port) of 127.0.0.1 cannot be used: \(message)"
        case .failed(let function, let code, let message): "\(function) failed: \(message) (\(code))"
        case .daemonRefused: "libmicrohttpd did not start"
        case .badSetting(let sentence): sentence
        case .alreadyRunning: "the web server runs already"
        }
    }
}
