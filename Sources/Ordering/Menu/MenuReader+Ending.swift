/// What a menu file says about the end of an order, and about pictures.
extension MenuReader {
    /// `"service": ["eat-here", "to-go"]`.
    func services(_ fields: inout MenuFields) -> [ServiceKind] {
        var kinds: [ServiceKind] = []
        for entry in fields.entries("service") {
            guard let kind = ServiceKind(rawValue: entry.value) else {
                let known = ServiceKind.allCases.map(\.rawValue).joined(separator: ", ")
                fields.complain("'\(entry.value)' must be one of \(known)", entry)
                continue
            }
            if kinds.contains(kind) { fields.complain("'\(entry.value)' is listed twice", entry) }
            kinds.append(kind)
        }
        return kinds
    }

    /// `"tips": [10, 15, 20]`, in percent.
    func tips(_ fields: inout MenuFields) -> [Int] {
        let texts = fields.array("tips")
        var tips: [Int] = []
        for text in texts {
            guard case .number(let percent) = text.value, 1...100 ~= percent, !tips.contains(percent) else {
                fields.complain("tips are different whole numbers of percent, 1…100", "tips", line: text.line)
                continue
            }
            tips.append(percent)
        }
        if texts.count > 4 { fields.complain("a page has room for four tips", "tips") }
        return tips
    }

    /// `{"name": "Sales tax", "rate": 8.875, "included": false}`.
    mutating func tax(_ text: MenuText, path: String, services: [ServiceKind]) -> MenuTax {
        var fields = MenuFields(text, path: path)
        let items = fields.entries("items"), categories = fields.entries("categories")
        for item in items where !itemIds.contains(item.value) {
            fields.complain("there is no item '\(item.value)'", item)
        }
        for category in categories where !self.categories.contains(category.value) {
            fields.complain("no item has the category '\(category.value)'", category)
        }
        let service = fields.string("service")
        let kind = service.flatMap(ServiceKind.init)
        if let service, kind == nil {
            let known = ServiceKind.allCases.map(\.rawValue).joined(separator: ", ")
            fields.complain("'\(service)' must be one of \(known)", "service")
        }
        // Without a choice every order counts as eaten here.
        if let kind, !(services.isEmpty ? [.eatHere] : services).contains(kind) {
            fields.complain("the store has no orders of this kind ('service' of 'store')", "service")
        }
        let tax = MenuTax(
            name: fields.string("name", required: true) ?? "", rate: rate(&fields),
            isIncluded: fields.bool("included", default: false), items: items.map(\.value),
            categories: categories.map(\.value), service: kind)
        findings += fields.finish()
        return tax
    }

    /// A percentage with at most three decimals, in thousandths of a percent.
    private func rate(_ fields: inout MenuFields) -> Int {
        guard let text = fields.take("rate", required: true) else { return 0 }
        let written: String? =
            switch text.value {
            case .number(let whole): "\(whole)"
            case .fraction(let value): "\(value)"
            case .object, .array, .string, .bool, .null: nil
            }
        let parts = (written ?? "").split(separator: ".", omittingEmptySubsequences: false)
        // A sign is no digit: "-0.5" is no rate.
        if 1...2 ~= parts.count, parts[0].allSatisfy(\.isNumber), let whole = Int(parts[0]), 0...100 ~= whole {
            let decimals = parts.count == 2 ? String(parts[1]) : ""
            let digits = decimals + String(repeating: "0", count: max(0, 3 - decimals.count))
            if decimals.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let part = Int(digits),
                whole * 1_000 + part <= 100_000
            {
                return whole * 1_000 + part
            }
        }
        fields.complain("must be a percentage from 0 to 100 with at most three decimals, such as 8.875", "rate")
        return 0
    }

    /// The file name of a picture, which lies beside the menu file.
    func picture(_ fields: inout MenuFields) -> String? {
        guard let name = fields.string("picture") else { return nil }
        guard PictureName.isGood(name) else {
            fields.complain(
                "'\(name)' must be the name of a png, jpg, jpeg, webp or svg file beside the menu file: letters, "
                    + "digits, '-', '_' and '.'", "picture")
            return nil
        }
        return name
    }
}

/// Names of picture files in a menu.
public enum PictureName {
    /// Whether a name is a plain file name of a known kind: no folder, nothing hidden, at most 100 bytes.
    public static func isGood(_ name: String) -> Bool {
        guard 1...100 ~= name.utf8.count, !name.hasPrefix("."), contentType(name) != nil else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    /// The content type by the name's ending; `nil` for any other ending.
    public static func contentType(_ name: String) -> String? {
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
        return switch name[name.index(after: point)...].lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}
