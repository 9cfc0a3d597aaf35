public import Ordering
public import Speech

/// An item as it is understood while the guest speaks.
public struct LiveOrderItem: Equatable, Sendable, Identifiable {
    /// Stays while the item's words grow or change; never used again for another item.
    public let id: Int
    /// The menu's name of the item.
    public let label: String
    public let menuItemId: String
    /// As it was said, also where the menu does not allow it.
    public let quantity: Int
    /// In the order in which they were understood.
    public let modifiers: [LiveModifier]
    /// 0…1.
    public let confidence: Double
    /// Where in the audio it was first seen.
    public let detectedAt: SamplePosition
    /// Place of the item's name among the words of the utterance, the first being 0; `nil` where the words were not
    /// given.
    public let matchIndex: Int?

    public init(
        id: Int, label: String, menuItemId: String, quantity: Int, modifiers: [LiveModifier], confidence: Double,
        detectedAt: SamplePosition, matchIndex: Int?
    ) {
        self.id = id
        self.label = label
        self.menuItemId = menuItemId
        self.quantity = quantity
        self.modifiers = modifiers
        self.confidence = confidence
        self.detectedAt = detectedAt
        self.matchIndex = matchIndex
    }
}

extension LiveOrderItem {
    /// Whether a display shows the two alike: they may differ in how sure they are and where they stand.
    public func isShown(like other: LiveOrderItem) -> Bool {
        id == other.id && label == other.label && menuItemId == other.menuItemId && quantity == other.quantity
            && modifiers == other.modifiers
    }
}

/// An option of a live item, ready to be shown.
public struct LiveModifier: Equatable, Sendable {
    /// What the option means.
    public let type: OptionGroup.Kind
    /// The menu's name of the option with its amount or number: "Oat milk", "No foam", "2 × Vanilla syrup".
    public let label: String
    /// Symbolic name of a picture, such as `snowflake`; the display has the pictures.
    public let icon: String

    public init(type: OptionGroup.Kind, label: String, icon: String) {
        self.type = type
        self.label = label
        self.icon = icon
    }
}
