import Catalogue
import Desks
import Ordering
import Synchronization
import VoiceSearch

/// A catalogue that a test scripts.
final class ScriptedCatalogue: CatalogueSearching {
    struct Unreadable: Error {}

    private let answers: Mutex<[[CatalogueItem]?]>
    private let asked = Mutex<[String]>([])

    /// - Parameter answers: one for each search, `nil` for a failure; the last one is repeated.
    init(_ answers: [[CatalogueItem]?]) { self.answers = Mutex(answers) }

    var queries: [String] { asked.withLock { $0 } }

    func search(_ query: String) async throws -> [CatalogueHit] {
        asked.withLock { $0.append(query) }
        let items = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? nil }
        guard let items else { throw Unreadable() }
        return items.map { CatalogueHit(item: $0, score: 1) }
    }

    func leadIns() async -> [String] { [] }

    func phrases() async -> [String] { ["the great gatsby"] }

    /// Results of every kind, with text that would be harmful as markup.
    static let items = [
        CatalogueItem(
            id: 1, kind: .books, title: "The Great Gatsby <script>document.title='x'</script>",
            creators: ["F. Scott Fitzgerald"], identifier: "9780743273565", place: "Shelf A 3", year: 1925, price: 950,
            currency: "USD"),
        CatalogueItem(id: -2, kind: .menu, title: "Latte", identifier: "latte", price: 425, currency: "USD"),
        CatalogueItem(id: 3, kind: .things, title: "Sold out mug", price: 1_200, currency: "USD", isAvailable: false),
        CatalogueItem(id: 4, kind: .songs, title: "Blackbird", creators: ["The Beatles"]),
    ]
}

/// Reads of pictures what a test scripts; `nil` for a failure, the last one is repeated.
final class ScriptedPictures: PictureReading {
    struct Failure: Error {}

    private let answers: Mutex<[String?]>
    private let read = Mutex<[MediaFile]>([])
    private let counts = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

    init(_ answers: [String?]) { self.answers = Mutex(answers) }

    var taken: [MediaFile] { read.withLock { $0 } }

    /// Waits until so many pictures were read.
    func wait(for count: Int) async {
        guard taken.count < count else { return }
        for await taken in counts.stream where taken >= count { return }
    }

    func read(_ picture: MediaFile) async throws -> String {
        let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? nil }
        counts.continuation.yield(
            read.withLock { read in
                read.append(picture)
                return read.count
            })
        guard let answer else { throw Failure() }
        return answer
    }
}
