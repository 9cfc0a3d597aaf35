internal import Foundation
internal import TestSupport

/// The fields that `Sources/Brews.docc/JSONReference.md` names.
enum DocumentedJSON {
    /// The fields of objects that the reference does not name, each once.
    static func undocumented(in objects: [[String: Any]]) -> [String] {
        Set(objects.flatMap(fields)).subtracting(names).sorted()
    }

    private static let names: Set<String> = {
        let path = Repository.root.appendingPathComponent("Sources/Brews.docc/JSONReference.md")
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        // Every second piece is between backticks.
        let pieces = text.components(separatedBy: "`")
        return Set(pieces.enumerated().filter { $0.offset.isMultiple(of: 2) == false }.map(\.element))
    }()

    private static func isField(_ key: String) -> Bool {
        key.first?.isLowercase == true && key.allSatisfy { $0.isLetter || $0.isNumber }
    }

    private static func fields(of value: Any) -> [String] {
        switch value {
        // Keys that are data, as a currency or an address, look like no field.
        case let object as [String: Any]: object.keys.filter(isField) + object.values.flatMap(fields)
        case let list as [Any]: list.flatMap(fields)
        default: []
        }
    }
}
