public import Foundation
public import Ordering

/// Utterances, corrections and dialogues of one menu, read from their folder. `Tests/UnderstandingTests/README.md` has
/// the format.
public struct OrderSet: Sendable {
    public struct Turn: Decodable, Sendable {
        public var say: String
        public var intent: OrderIntent?
        /// Lines afterwards; `nil` where they are not checked.
        public var order: [String]?
        public var cart: [String]?
        public var asks: Asked?
        public var says: [String]?
        public var kind: String?

        private enum CodingKeys: String, CodingKey { case say, intent, order, cart, asks, says, kind }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            say = try container.decode(String.self, forKey: .say)
            intent = try container.decodeIfPresent(OrderIntent.self, forKey: .intent)
            order = try container.decodeIfPresent([String].self, forKey: .order)
            cart = try container.decodeIfPresent([String].self, forKey: .cart)
            says = try container.decodeIfPresent([String].self, forKey: .says)
            kind = try container.decodeIfPresent(String.self, forKey: .kind)
            if container.contains(.asks) {
                asks =
                    try container.decodeNil(forKey: .asks)
                    ? .nothing : .question(try container.decode(String.self, forKey: .asks))
            }
        }
    }

    /// What the kiosk asks next.
    public enum Asked: Equatable, Sendable {
        case nothing
        /// A group's id, `quantity`, `which`, `all` or `confirm`.
        case question(String)
    }

    public struct Dialogue: Decodable, Sendable {
        public var name: String
        public var turns: [Turn]
        /// Lines that are agreed to at the end.
        public var placed: [String]?
    }

    public let name: String
    public let menu: Menu
    public let orders: [Turn]
    public let corrections: [Turn]
    public let dialogues: [Dialogue]

    /// - Throws: what is wrong with the folder's files, `MenuErrors` included.
    ///
    /// - Parameter heldOut: whether to read the half that no rule was written with (`*-held-out.ndjson`).
    public init(folder: URL, heldOut: Bool = false) throws {
        let suffix = heldOut ? "-held-out" : ""
        name = folder.lastPathComponent
        let menuFile = folder.appendingPathComponent("menu.json")
        menu =
            FileManager.default.fileExists(atPath: menuFile.path)
            ? try MenuLoader.load([UInt8](Data(contentsOf: menuFile))) : try MenuLoader.builtIn()
        orders = try Self.lines(folder, "orders\(suffix).ndjson")
        corrections = try Self.lines(folder, "corrections\(suffix).ndjson")
        dialogues = try Self.lines(folder, "dialogues\(suffix).ndjson")
    }

    /// How a cart differs from what a set expects, in any order of lines; `nil` where it does not.
    public func difference(_ lines: [OrderLine], _ expected: [String]) -> String? {
        let have = lines.map { OrderNotation($0, menu: menu).description }.sorted()
        let want = expected.compactMap { OrderNotation($0)?.description }.sorted()
        return have == want ? nil : "[\(have.joined(separator: "; "))], not [\(want.joined(separator: "; "))]"
    }

    private static func lines<T: Decodable>(_ folder: URL, _ name: String) throws -> [T] {
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(T.self, from: Data($0))
        }
    }
}
