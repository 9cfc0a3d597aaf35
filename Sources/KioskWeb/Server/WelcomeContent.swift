internal import Synchronization

/// What the welcome page shows beside the menu.
public struct WelcomeContent: Equatable, Sendable {
    /// Ids of the items on the page, at most `Favourites.most`.
    public var favourites: [String]
    /// An order that guests may say; `nil` for none.
    public var example: String?

    /// The content of a welcome page.
    public init(favourites: [String], example: String? = nil) {
        self.favourites = favourites
        self.example = example
    }
}

/// The content of the welcome page, which the kiosk may replace at any time. Thread-safe.
final class WelcomeBoard: Sendable {
    private let shown: Mutex<WelcomeContent?>

    /// - Parameter content: `nil` for what the menu itself says.
    init(_ content: WelcomeContent?) { shown = Mutex(content) }

    var content: WelcomeContent? { shown.withLock(\.self) }

    func show(_ content: WelcomeContent) { shown.withLock { $0 = content } }
}
