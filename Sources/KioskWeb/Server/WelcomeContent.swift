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
