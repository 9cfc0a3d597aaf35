public import Foundation

/// Recorded orders in Korean, for the official small Korean model of Vosk. The raw value is what it hears, in the
/// model's words.
public enum KoreanOrder: String, CaseIterable, Sendable {
    case americanosAndCheesecake = "아메리카노 두 잔 이랑 치즈 케이크 하나 주세요"
    case mochaWithoutCream = "휘핑 크림 없이 카페모카 한 잔 주세요"

    /// The recording: 16 kHz, 16 bits, mono.
    public var url: URL {
        let name =
            switch self {
            case .americanosAndCheesecake: "two-americanos-and-a-cheesecake"
            case .mochaWithoutCream: "a-mocha-without-cream"
            }
        return Repository.root.appendingPathComponent("Tests/Recordings/korean-\(name).wav")
    }
}
