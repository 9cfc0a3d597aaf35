/// A diet that guests name and no menu file describes. The raw value is the word for it.
public enum Diet: String, CaseIterable, Sendable {
    /// Without animal products.
    case vegan
    /// Without meat and fish.
    case vegetarian
    /// With few carbohydrates.
    case keto
    /// As Islamic law allows.
    case halal
    /// As Jewish law allows.
    case kosher
}
