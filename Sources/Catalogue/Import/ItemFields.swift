internal import Ordering

/// Makes an item of named fields, as they are in a row of a list.
struct ItemFields {
    /// Why a row was not taken.
    struct Refusal: Error { let reason: String }

    private enum Column {
        case title, creators, details, identifier, place, picture, year, price, currency, available, allergens
    }

    private static let columns: [String: Column] = [
        "title": .title, "name": .title,
        "author": .creators, "authors": .creators, "creator": .creators, "creators": .creators, "artist": .creators,
        "artists": .creators, "by": .creators,
        "details": .details, "subject": .details, "subjects": .details, "album": .details, "lyrics": .details,
        "description": .details, "genre": .details, "category": .details,
        "isbn": .identifier, "identifier": .identifier, "id": .identifier, "sku": .identifier,
        "shelf": .place, "place": .place, "location": .place,
        "cover": .picture, "picture": .picture, "image": .picture,
        "year": .year, "published": .year, "date": .year,
        "price": .price, "currency": .currency,
        "available": .available, "in stock": .available, "stock": .available,
        "allergens": .allergens,
    ]
    private static let mostTitle = 500, mostDetails = 2_000, mostText = 200, mostNames = 20

    /// Whether a column has a meaning; others are ignored.
    static func knows(_ name: String) -> Bool { columns[folded(name)] != nil }

    /// Whether one of the columns has the titles.
    static func haveTitle(_ names: [String]) -> Bool { names.contains { columns[folded($0)] == .title } }

    private static func folded(_ name: String) -> String {
        name.lowercased().replacing("_", with: " ").trimmed
    }

    /// An ISBN or number without hyphens and spaces.
    static func identifier(_ text: String) -> String { String(text.filter { $0 != "-" && !$0.isWhitespace }) }

    private var item: CatalogueItem
    private var price: String?

    /// - Parameters:
    ///   - fields: name and value of each field; several with one meaning are joined.
    ///   - currency: of prices without one.
    /// - Throws: `Refusal`.
    static func item(_ fields: [(name: String, value: String)], kind: CatalogueKind, currency: String)
        throws(Refusal) -> CatalogueItem
    {
        var reader = ItemFields(item: CatalogueItem(kind: kind, title: "", currency: currency))
        for (name, value) in fields {
            let text = value.onOneLine.trimmed
            guard let column = columns[folded(name)], !text.isEmpty else { continue }
            try reader.set(column, name, text)
        }
        guard !reader.item.title.isEmpty else { throw Refusal(reason: "it has no title") }
        guard !CatalogueWords.of(reader.item.title).isEmpty else {
            throw Refusal(reason: "the title '\(reader.item.title)' has no word")
        }
        try reader.setPrice()
        return reader.item
    }

    private mutating func set(_ column: Column, _ name: String, _ text: String) throws(Refusal) {
        switch column {
        case .title: item.title = try short(text, Self.mostTitle, name)
        case .creators: item.creators += try names(text, name)
        case .details:
            let joined = item.details.isEmpty ? text : item.details + "; " + text
            item.details = String(joined.prefix(Self.mostDetails))
        case .identifier: item.identifier = try short(Self.identifier(text), Self.mostText, name)
        case .place: item.place = try short(text, Self.mostText, name)
        case .picture: item.picture = try short(text, Self.mostText, name)
        case .year:
            let digits = text.prefix { $0.isNumber || $0 == "-" && text.first == "-" }
            // "1851-10-18" begins with a year.
            guard let year = Int(digits.first == "-" ? digits : digits.prefix(4)), -3_000...2_999 ~= year,
                digits.count == text.count || digits.count == 4
            else { throw Refusal(reason: "the \(name) '\(text)' is not a year") }
            item.year = year
        case .price: price = text
        case .currency:
            guard text.count == 3, text.allSatisfy({ $0.isASCII && $0.isLetter }) else {
                throw Refusal(reason: "the currency '\(text)' is not a code like USD")
            }
            item.currency = text.uppercased()
        case .available:
            switch text.lowercased() {
            case "yes", "true", "1", "y": item.isAvailable = true
            case "no", "false", "0", "n": item.isAvailable = false
            default:
                guard let stock = Int(text) else {
                    throw Refusal(reason: "\(name) is '\(text)', which is neither yes, no nor a number")
                }
                item.isAvailable = stock > 0
            }
        case .allergens:
            item.allergens = (item.allergens ?? []) + (text.lowercased() == "none" ? [] : try names(text, name))
        }
    }

    /// The price in minor units, once the currency is known.
    private mutating func setPrice() throws(Refusal) {
        guard let price else {
            item.currency = ""
            return
        }
        let digits = Currency.minorDigits(item.currency)
        let parts = price.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let units = Int(parts[0]), units >= 0, parts[0].allSatisfy(\.isNumber),
            parts.count == 1 || parts[1].count <= digits && parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
            let minor = Int(
                String(parts[0]) + (parts.count == 2 ? parts[1] : "")
                    + String(repeating: "0", count: digits - (parts.count == 2 ? parts[1].count : 0)))
        else { throw Refusal(reason: "the price '\(price)' is not an amount like 12.50") }
        item.price = minor
    }

    private func short(_ text: String, _ most: Int, _ name: String) throws(Refusal) -> String {
        guard text.count <= most else { throw Refusal(reason: "the \(name) is longer than \(most) characters") }
        return text
    }

    private func names(_ text: String, _ name: String) throws(Refusal) -> [String] {
        let names = text.split { $0 == ";" || $0 == "|" }.map { String($0).trimmed }.filter { !$0.isEmpty }
        guard names.count <= Self.mostNames else {
            throw Refusal(reason: "the \(name) has more than \(Self.mostNames) names")
        }
        for one in names { _ = try short(one, Self.mostText, name) }
        return names
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let bytes = utf8
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { 33...126 ~= $0 } ?? false }
        if isPlain(bytes.first), isPlain(bytes.last) { return self }
        return String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Control characters replaced by spaces.
    var onOneLine: String {
        utf8.contains { $0 < 32 || $0 == 127 }
            ? String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
            : self
    }
}
