import EmbeddedFiles
internal import Foundation

/// Nicknames of given names, and the words that people say around a name, from `names-en.json`.
struct GivenNames: Sendable {
    private struct File: Decodable {
        let leadIns: [String]
        let everyday: Set<String>
        let sameSound: [[String]]
        let nicknames: [String: [String]]
    }

    /// Beginnings of sentences that end with a name.
    let leadIns: [String]
    /// Words around a name that are no mishearing of one.
    let everyday: Set<String>
    private let others: [String: [String]]
    private let sameSound: [String: Set<String>]

    /// The English names; decoded once.
    ///
    /// - Throws: a decoding error if the built-in file is damaged; a test excludes that.
    static func english() throws -> GivenNames { try names.get() }

    private static let names = Result { try GivenNames() }

    private init() throws {
        let file = try JSONDecoder().decode(File.self, from: Data(EmbeddedFile.givenNames.bytes))
        (leadIns, everyday) = (file.leadIns, file.everyday)
        var others = file.nicknames
        for (formal, short) in file.nicknames { for name in short { others[name, default: []].append(formal) } }
        sameSound = file.sameSound.reduce(into: [:]) { all, group in
            for name in group { all[name, default: []].formUnion(group) }
        }
        self.others = others.mapValues { $0.sorted() }
    }

    /// Whether two names cannot be told apart by ear. Lower case.
    func soundAlike(_ first: String, _ second: String) -> Bool { sameSound[first]?.contains(second) ?? false }

    /// What else a person with a given name may be called; also the formal names of a nickname. Lower case.
    func forms(of name: String) -> [String] { others[name] ?? [] }
}
