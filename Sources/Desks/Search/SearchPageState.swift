internal import Catalogue
internal import Ordering
internal import QRCodes
internal import VoiceSearch

/// The state of a search page. Its JSON uses the property names as keys.
struct SearchPageState: Equatable, Encodable, Sendable {
    /// One result.
    struct Result: Equatable, Encodable, Sendable {
        var id: Int
        /// `books`, `songs`, `things` or `menu`.
        var kind: String
        var title: String
        /// Authors or artists.
        var by: String
        var year: String
        var place: String
        var price: String
        var identifier: String
        var isAvailable: Bool
        /// `loading` or `done`; `nil` for an item that was not added.
        var adding: String?
    }

    /// A QR code as the data of an SVG path.
    struct Code: Equatable, Encodable, Sendable {
        /// Modules of a side, with the margin.
        var size: Int
        var path: String
    }

    /// `idle`, `listening`, `processing`, `results` or `error`.
    var state: String
    /// What was understood so far.
    var transcript = ""
    var query = ""
    /// Raw value of `VoiceSearchMachine.Problem`; `nil` unless the state is `error`.
    var problem: String?
    /// Whether there is a microphone to search with, now or later.
    var hasVoice: Bool
    var microphone: DeviceState
    /// Whether pictures can be searched for.
    var hasPictures: Bool
    /// Whether the microphone can be used now.
    var canListen: Bool
    var results: [Result] = []
    /// Id of the reading list, for the page to keep.
    var list: String
    var entries: [ReadingListEntry]
    /// The list as a code, while the page shows it and libqrencode is installed.
    var code: Code?
    /// Whether the last addition failed.
    var isAddingRefused: Bool

    init(
        _ machine: VoiceSearchMachine, hasVoice: Bool, microphone: DeviceState, hasPictures: Bool, list: String,
        entries: [ReadingListEntry],
        code: Code?, isAddingRefused: Bool, price: (CatalogueItem) -> String
    ) {
        self.hasVoice = hasVoice
        self.microphone = microphone
        self.hasPictures = hasPictures
        canListen = machine.gates.isSuperset(of: .all)
        self.list = list
        self.entries = entries
        self.code = code
        self.isAddingRefused = isAddingRefused
        switch machine.state {
        case .idle: state = "idle"
        case .listening(let transcript):
            state = "listening"
            self.transcript = transcript
        case .processing(let query):
            state = "processing"
            self.query = query
        case .results(let query, let hits, let adding):
            state = "results"
            self.query = query
            results = hits.map { Result($0.item, adding[$0.item.id], price: price($0.item)) }
        case .error(let problem):
            state = "error"
            self.problem = problem.rawValue
        }
    }

    /// A reading list as text, of as many entries as a code can hold.
    static func text(heading: String, _ entries: [ReadingListEntry]) -> String {
        var text = heading, left = entries.count
        for (index, entry) in entries.enumerated() {
            let parts = [entry.title, entry.by, entry.identifier, entry.place].filter { !$0.isEmpty }
            let line = "\n\(index + 1). " + parts.joined(separator: ", ")
            guard text.utf8.count + line.utf8.count <= QRCode.mostBytes - 8 else { break }
            text += line
            left -= 1
        }
        return left > 0 ? text + "\n+ \(left)" : text
    }
}

extension SearchPageState.Result {
    init(_ item: CatalogueItem, _ adding: VoiceSearchMachine.Adding?, price: String) {
        let isOfMenu = item.kind == .menu
        self.init(
            id: item.id, kind: item.kind.rawValue, title: item.title,
            by: isOfMenu ? "" : item.creators.joined(separator: ", "),
            year: item.year.map { $0 < 0 ? "\(-$0) BC" : String($0) } ?? "", place: item.place, price: price,
            identifier: isOfMenu ? "" : item.identifier, isAvailable: item.isAvailable,
            adding: adding.map { $0 == .done ? "done" : "loading" })
    }
}
