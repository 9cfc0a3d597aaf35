public import Ordering
public import Speech

/// An item recognised while the guest is speaking.
public struct LiveOrderItem: Equatable, Sendable, Identifiable {
    /// Identity, stable while the item's words grow or change; never reused.
    public let id: Int
    /// Name of the menu item.
    public let label: String
    /// Id of the menu item.
    public let menuItemId: String
    /// Quantity as spoken, even if the menu does not allow it.
    public let quantity: Int
    /// Options in the order of recognition.
    public let modifiers: [LiveModifier]
    /// Confidence of the parse, 0…1.
    public let confidence: Double
    /// Position in the audio at which it was first recognised.
    public let detectedAt: SamplePosition
    /// Index of the item's name among the words of the utterance, from 0; `nil` if the words were not given.
    public let matchIndex: Int?

    /// An item of the preview.
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
    /// Whether a display shows both items alike. They may differ in confidence and position.
    public func isShown(like other: LiveOrderItem) -> Bool {
        id == other.id && label == other.label && menuItemId == other.menuItemId && quantity == other.quantity
            && modifiers == other.modifiers
    }
}

/// An option of a live item, for display.
public struct LiveModifier: Equatable, Sendable {
    /// Kind of the option.
    public let type: OptionGroup.Kind
    /// Name of the option with its amount or count: "Oat milk", "No foam", "2 × Vanilla syrup".
    public let label: String
    /// Symbolic name of an icon, such as `snowflake`.
    public let icon: String

    /// An option or amount of an item, with its icon's name.
    public init(type: OptionGroup.Kind, label: String, icon: String) {
        self.type = type
        self.label = label
        self.icon = icon
    }
}
