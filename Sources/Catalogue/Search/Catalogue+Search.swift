internal import Phonetics
internal import SQLiteConnection

extension Catalogue {
    /// Score from which on no further reading of the words is tried.
    private static let certain = 0.97
    /// Score below which misspelt and misheard words are looked for; an item with all words of the query has it.
    private static let doubtful = 0.75
    private static let leastScore = 0.3
    /// Readings for which misspelt and misheard words are looked for.
    private static let mostWide = 2
    private static let mostCandidates = 300, mostBySound = 60
    /// Items that all words of a query together may have before the frequent ones are left to the ranking.
    private static let frequentRows = 6_000

    /// Finds items, best first.
    ///
    /// - Parameters:
    ///   - query: words and limits.
    ///   - limit: most hits, 1…100.
    /// - Throws: `CatalogueError` of a damaged file or a failing disk.
    public func search(_ query: CatalogueQuery, limit: Int = 10) throws(CatalogueError) -> [CatalogueHit] {
        try search([query], limit: limit)
    }

    /// Finds items by several readings of the same words, likeliest first: an item has its best score of all.
    public func search(_ readings: [CatalogueQuery], limit: Int = 10) throws(CatalogueError) -> [CatalogueHit] {
        var hits: [Int: CatalogueHit] = [:]
        func take(_ found: [CatalogueHit]) {
            for hit in found where hit.score > hits[hit.item.id]?.score ?? 0 { hits[hit.item.id] = hit }
        }
        func best() -> Double { hits.values.map(\.score).max() ?? 0 }
        let searches = readings.filter { !$0.isEmpty }.map { CatalogueSearch(catalogue: self, query: $0) }
        for search in searches where best() < Self.certain { take(try search.hits(isWide: false)) }
        // The words may be wrong; the likeliest readings are enough for that.
        for search in searches.prefix(Self.mostWide) where best() < Self.doubtful {
            take(try search.hits(isWide: true))
        }
        let best = hits.values.filter { $0.score >= Self.leastScore }.sorted(by: Self.isBefore)
        return Array(best.prefix(max(1, min(100, limit))))
    }

    private static func isBefore(_ a: CatalogueHit, _ b: CatalogueHit) -> Bool {
        if a.score != b.score { return a.score > b.score }
        if a.item.isAvailable != b.item.isAvailable { return a.item.isAvailable }
        return a.item.id < b.item.id
    }

    /// One search by one reading.
    private struct CatalogueSearch {
        let catalogue: Catalogue
        let query: CatalogueQuery

        func hits(isWide: Bool) throws(CatalogueError) -> [CatalogueHit] {
            if query.words.isEmpty, query.creator.isEmpty { return isWide ? [] : try withinLimits() }
            let numbered = isWide ? [] : try byIdentifier()
            return numbered.isEmpty ? try byRanking(isWide: isWide) : numbered
        }

        /// Items with the ISBN or number that the query is.
        private func byIdentifier() throws(CatalogueError) -> [CatalogueHit] {
            guard query.creator.isEmpty, query.words.contains(where: { $0.contains(where: \.isNumber) }) else {
                return []
            }
            let found = try catalogue.items(identifier: query.words.joined()).filter(query.admits)
            return found.map { CatalogueHit(item: $0, score: 1, reasons: ["it has this number"]) }
        }

        private func byRanking(isWide: Bool) throws(CatalogueError) -> [CatalogueHit] {
            let alternatives = WordAlternatives(
                connection: catalogue.connection, grams: catalogue.grams, comparator: catalogue.comparator)
            let asked = query.words.prefix(CatalogueQuery.mostWords)
            let by = query.creator.prefix(CatalogueQuery.mostWords)
            let words =
                try alternatives.of(Array(asked), isOfCreator: false, isWide: isWide)
                + alternatives.of(Array(by), isOfCreator: true, isWide: isWide)
            let ranking = ItemRanking(
                words: words, isByCreator: !by.isEmpty, total: catalogue.count, comparator: catalogue.comparator)
            var ids = try byTitle() + byWords(words)
            guard isWide else { return try items(ids).map(ranking.score) }
            let sounds = try bySound()
            ids += sounds
            let scored = try items(ids).map(ranking.score).sorted { $0.score > $1.score }
            // The comparison of sounds is the slow part.
            let spoken = Set(sounds + scored.prefix(Catalogue.mostBySound / 3).map(\.item.id))
            return scored.map { spoken.contains($0.item.id) ? ranking.withSound($0) : $0 }
        }

        // MARK: Candidates

        /// Items whose title is exactly the query.
        private func byTitle() throws(CatalogueError) -> [Int] {
            try catalogue.connection.rows(
                "SELECT id FROM items WHERE title_key = ? LIMIT 50", [.integer(CatalogueWords.key(query.words))],
                doing: "search the catalogue"
            ) { row in row.integer(0) }
        }

        /// Items with all words; with all but one, where there are few; else with one of the two rarest.
        private func byWords(_ words: [QueryWord]) throws(CatalogueError) -> [Int] {
            let known = words.filter { !$0.alternatives.isEmpty }.map(withoutFrequent).sorted { $0.rows < $1.rows }
            guard let rarest = known.first else { return [] }
            // Lists of frequent words take long to read and say little; they count in the ranking.
            let useful = known.filter { $0.rows <= max(Catalogue.frequentRows, rarest.rows) }
            var ids = try match(useful)
            guard ids.count < 5, useful.count > 1 else { return ids }
            for index in useful.indices {
                var rest = useful
                rest.remove(at: index)
                ids += try match(rest)
            }
            guard ids.count < 5 else { return ids }
            for word in useful.prefix(2) { ids += try match([word]) }
            return ids
        }

        /// A word without the similar words that many items have; they count in the ranking.
        private func withoutFrequent(_ word: QueryWord) -> QueryWord {
            var word = word, rows = 0
            let first = word.alternatives.prefix(1)
            word.alternatives =
                first
                + word.alternatives.dropFirst().filter { other in
                    rows += other.rows
                    return rows <= Catalogue.frequentRows / 2
                }
            return word
        }

        private func match(_ words: [QueryWord]) throws(CatalogueError) -> [Int] {
            let text = words.map { word in
                let any = word.alternatives.map { "\"\($0.word)\"" }.joined(separator: " OR ")
                return (word.isOfCreator ? "{creators}" : "{title creators details}") + " : (\(any))"
            }.joined(separator: " AND ")
            return try catalogue.connection.rows(
                """
                SELECT entries.rowid FROM entries CROSS JOIN items ON items.id = entries.rowid \
                WHERE entries MATCH ?1 AND (?2 IS NULL OR items.year BETWEEN ?2 AND ?3) \
                AND (?4 IS NULL OR items.kind = ?4) LIMIT ?5
                """,
                [
                    .text(text), SQLValue(query.years?.lowerBound), SQLValue(query.years?.upperBound),
                    SQLValue(query.kinds.count == 1 ? query.kinds.first?.code : nil),
                    .integer(Catalogue.mostCandidates),
                ], doing: "search the catalogue"
            ) { row in row.integer(0) }
        }

        /// Items that share the most runs of consonants with the query.
        private func bySound() throws(CatalogueError) -> [Int] {
            let own = catalogue.grams.of(query.words + query.creator)
            let apart = query.creator.isEmpty ? [] : catalogue.grams.of(query.words) + catalogue.grams.of(query.creator)
            let known = try catalogue.connection.rows(
                "SELECT gram, rows FROM grams WHERE gram IN (SELECT value FROM json_each(?)) ORDER BY rows",
                [.text(WordAlternatives.json(own + apart))], doing: "search the catalogue's sounds"
            ) { row in (gram: row.text(0), rows: row.integer(1)) }
            var shared: [Int: Double] = [:], read = 0
            for (gram, rows) in known {
                guard read == 0 || read + rows <= Catalogue.frequentRows else { break }
                read += rows
                let value = 1 / (1 + Double(rows) / Double(catalogue.count + 1) * 50)
                let ids = try catalogue.connection.rows(
                    "SELECT rowid FROM entries WHERE entries MATCH ? LIMIT ?",
                    [.text("sounds : \"\(gram)\""), .integer(Catalogue.frequentRows)],
                    doing: "search the catalogue's sounds"
                ) { row in row.integer(0) }
                for id in ids { shared[id, default: 0] += value }
            }
            let best = shared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return best.prefix(Catalogue.mostBySound).map(\.key)
        }

        /// The items of ids, without duplicates, that are within the limits.
        private func items(_ ids: [Int]) throws(CatalogueError) -> [CatalogueItem] {
            let list = "[" + Set(ids).map(String.init).joined(separator: ",") + "]"
            return try catalogue.connection.rows(
                """
                SELECT id, kind, title, creators, details, identifier, place, picture, year, price, currency, \
                available, allergens FROM items WHERE id IN (SELECT value FROM json_each(?))
                """, [.text(list)], doing: "search the catalogue", ItemRow.item
            ).filter(query.admits)
        }

        /// Without words: the cheapest first where a price was asked, else by year where one was, else in the order of
        /// the list.
        private func withinLimits() throws(CatalogueError) -> [CatalogueHit] {
            // What is left out by price or allergen is found only by reading it.
            let most = query.highestPrice == nil && query.withoutAllergens.isEmpty ? 400 : 5_000
            let kind = SQLValue(query.kinds.count == 1 ? query.kinds.first?.code : nil)
            let doing = "search the catalogue"
            // Two statements, because a condition that may be absent keeps SQLite from using the index.
            let found =
                if let years = query.years {
                    try catalogue.connection.rows(
                        """
                        SELECT id, kind, title, creators, details, identifier, place, picture, year, price, currency, \
                        available, allergens FROM items WHERE year IS NOT NULL AND year BETWEEN ?1 AND ?2 \
                        AND (?3 IS NULL OR kind = ?3) ORDER BY year, id LIMIT ?4
                        """,
                        [.integer(years.lowerBound), .integer(years.upperBound), kind, .integer(most)], doing: doing,
                        ItemRow.item)
                } else {
                    try catalogue.connection.rows(
                        """
                        SELECT id, kind, title, creators, details, identifier, place, picture, year, price, currency, \
                        available, allergens FROM items WHERE (?1 IS NULL OR kind = ?1) ORDER BY id LIMIT ?2
                        """, [kind, .integer(most)], doing: doing, ItemRow.item)
                }
            func key(_ item: CatalogueItem) -> (Int, Int, Int, Int) {
                let year = query.years == nil ? 0 : item.year ?? 0
                return (item.isAvailable ? 0 : 1, query.highestPrice == nil ? 0 : item.price ?? 0, year, item.id)
            }
            // A little less for each, so that the order lasts.
            return found.filter(query.admits).sorted { key($0) < key($1) }.prefix(100).enumerated().map { place, item in
                CatalogueHit(item: item, score: 1 - Double(place) / 100_000, reasons: ["within the limits"])
            }
        }
    }
}
