internal import Phonetics

/// The score of an item for a query, with its reasons.
///
/// Each word of the query counts by how rare it is in the catalogue; it counts in full in the title, less in the
/// creators and the details, and less if it was only similar. What the query leaves out of a short title lowers the
/// score. Where the words do not fit, the sound of the whole title may.
struct ItemRanking {
    private static let creatorShare = 0.97, detailShare = 0.6
    /// Share of the score that depends on how much of the title was named.
    private static let precisionShare = 0.25
    /// Precision where only the creator or the details were named.
    private static let unnamedTitle = 0.6
    /// Least similarity in sound of a whole title.
    private static let leastSound = 0.62, soundShare = 0.96
    private static let orderBonus = 0.02

    let words: [QueryWord]
    let isByCreator: Bool
    let total: Int
    let comparator: PhoneticComparator

    /// Weight of a word of the query: the rarer, the more.
    private func weight(_ word: QueryWord) -> Double {
        let rows = word.alternatives.first?.rows ?? 0
        return logarithm(1 + Double(total) / Double(1 + rows)) + 0.1
    }

    /// The score without sound.
    func score(_ item: CatalogueItem) -> CatalogueHit {
        let title = CatalogueWords.of(item.title)
        let main = CatalogueWords.of(CatalogueWords.mainTitle(item.title)).count
        let creators = item.creators.flatMap(CatalogueWords.of)
        let details = CatalogueWords.of(item.details)
        var covered = 0.0, all = 0.0, reasons: [String] = [], named = Set<Int>(), places: [Int] = []
        var namesCreator = false
        for word in words {
            let weight = weight(word)
            all += weight
            var best: (value: Double, alternative: QueryWord.Alternative, field: String, place: Int?)?
            func consider(_ alternative: QueryWord.Alternative, _ share: Double, _ field: String, _ place: Int? = nil) {
                let value = alternative.quality * share
                if value > best?.value ?? 0 { best = (value, alternative, field, place) }
            }
            for alternative in word.alternatives {
                if !word.isOfCreator,
                    let place = title.indices.first(where: {
                        title[$0] == alternative.word && !named.contains($0)
                    })
                {
                    consider(alternative, 1, "title", place)
                }
                if creators.contains(alternative.word) {
                    consider(alternative, word.isOfCreator ? 1 : Self.creatorShare, "creators")
                }
                if !word.isOfCreator, details.contains(alternative.word) {
                    consider(alternative, Self.detailShare, "details")
                }
            }
            guard let best else {
                reasons.append("'\(word.text)' is missing")
                continue
            }
            covered += best.value * weight
            if let place = best.place {
                named.insert(place)
                places.append(place)
            }
            if best.field == "creators" { namesCreator = true }
            let how =
                best.alternative.relation == .same
                ? "" : " read as \(best.alternative.word) (\(best.alternative.relation.rawValue))"
            reasons.append("'\(word.text)'\(how) in the \(best.field)")
        }
        guard all > 0 else { return CatalogueHit(item: item, score: 0, reasons: []) }
        let share = precision(title, main: main, named: named)
        let precision = named.isEmpty ? (namesCreator ? Self.unnamedTitle : 0.4) : share
        var score = covered / all * (1 - Self.precisionShare + Self.precisionShare * precision)
        if places.count > 1, places == places.sorted() { score = min(1, score + Self.orderBonus) }
        reasons.append("words \(percent(covered / all)), title named \(percent(share))")
        return CatalogueHit(item: item, score: score, reasons: reasons)
    }

    /// The share of the title, or of its part before the subtitle, that was named. Long words count more.
    private func precision(_ title: [String], main: Int, named: Set<Int>) -> Double {
        func share(_ count: Int) -> Double {
            var all = 0.0, part = 0.0
            for index in 0..<count {
                let weight = title[index].count < 4 ? 0.3 : 1.0
                all += weight
                if named.contains(index) { part += weight }
            }
            return all > 0 ? part / all : 0
        }
        return max(share(title.count), main < title.count ? share(main) * 0.99 : 0)
    }

    /// The hit with the score of the sound, where that is higher.
    func withSound(_ hit: CatalogueHit) -> CatalogueHit {
        let asked = words.filter { !$0.isOfCreator }.map(\.text)
        let by = words.filter(\.isOfCreator).map(\.text)
        let title = CatalogueWords.of(hit.item.title)
        let main = CatalogueWords.of(CatalogueWords.mainTitle(hit.item.title))
        let creators = hit.item.creators.flatMap(CatalogueWords.of)
        var best = (value: 0.0, of: "")
        func consider(_ value: Double, _ what: String) { if value > best.value { best = (value, what) } }
        if by.isEmpty {
            consider(comparator.similarity(asked, main), "the title")
            if main.count < title.count { consider(comparator.similarity(asked, title), "the whole title") }
            consider(comparator.similarity(asked, creators), "the creators")
            consider(comparator.similarity(asked, main + creators), "title and creators")
        } else {
            let person = max(comparator.similarity(by, creators), comparator.similarity(by, creators.suffix(1)))
            if asked.isEmpty {
                consider(person, "the creators")
            } else {
                consider(0.7 * comparator.similarity(asked, main) + 0.3 * person, "title and creators")
            }
        }
        let score = best.value * Self.soundShare
        guard best.value >= Self.leastSound, score > hit.score else { return hit }
        return CatalogueHit(
            item: hit.item, score: score, reasons: hit.reasons + ["sounds like \(best.of), \(percent(best.value))"])
    }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

#if canImport(Glibc)
    internal import Glibc
#endif

/// Natural logarithm.
private func logarithm(_ value: Double) -> Double { log(value) }
