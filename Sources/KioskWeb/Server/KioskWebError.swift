/// An error that prevents the web server from starting.
public enum KioskWebError: Error, Equatable, Sendable {
    /// Another program uses the port, or it may not be used; `code` is errno.
    case portUnavailable(port: Int, code: Int, message: String)
    /// Another system call failed; `code` is errno.
    case failed(function: String, code: Int, message: String)
    /// A setting is outside its range. The text names the setting and the range.
    case badSetting(String)
    /// `start` was called on a running server.
    case alreadyRunning

    /// Description for display.
    public var reason: String {
        switch self {
        case .portUnavailable(let port, _, let message): "port \(port) of 127.0.0.1 cannot be used: \(message)"
        case .failed(let function, let code, let message): "\(function) failed: \(message) (\(code))"
        case .badSetting(let sentence): sentence
        case .alreadyRunning: "the web server runs already"
        }
    }
}
