public import Ordering

/// A phrase of an utterance and what it was taken for, for people who want to know why an order came out as it did.
public struct ExplainedPhrase: Equatable, Sendable {
    /// The words as they were read, lower case.
    public let words: String
    /// What the phrase is: `item`, `option`, `quantity`, `article`, `reference`, `repair`, `filler`, `unknown`, …
    public let role: String
    /// What of the menu or of the language it means: ids, a number, an intent; empty where the role says all.
    public let meaning: String
    /// 1 where the words are the phrase, less where they only sound or look like it, 0…1.
    public let similarity: Double
    /// Which parser gave the role.
    public let source: ParseSource
}

extension ExplainedPhrase {
    init(_ element: Chunk, words: [String], menu: Menu) {
        self.words = words[element.range].joined(separator: " ")
        similarity = element.similarity
        source = element.source
        (role, meaning) = element.isElsewhere ? ("item", "not on the menu") : Self.describe(element.kind, menu)
    }

    private static func describe(_ kind: Chunk.Kind, _ menu: Menu) -> (String, String) {
        switch kind {
        case .item(let items): ("item", items.map { menu.items[$0].id }.joined(separator: " or "))
        case .option(let phrase):
            (
                "option",
                ([phrase.amount?.rawValue, phrase.count.map { "\($0) ×" }].compactMap(\.self) + [
                    phrase.candidates.map { "\($0.group)/\($0.option)" }.joined(separator: " or ")
                ])
                .joined(separator: " ")
            )
        case .diet(let diet): ("diet", diet)
        case .quantity(let value): ("quantity", value.map(String.init) ?? "not a whole number")
        case .reference(let reference): ("reference", describe(reference))
        case .partOf(let count), .pieces(let count): ("pieces", "\(count) of it")
        case .intent(let intent): ("intent", intent.rawValue)
        case .group(let group): ("group", group)
        case .article: ("article", "something new")
        case .definite: ("article", "something known")
        case .repair: ("repair", "takes back what was said")
        case .scratch: ("repair", "takes the last item away")
        case .undo: ("repair", "takes back what was done last")
        case .forget: ("repair", "takes back what was said last")
        case .not, .no: ("negation", "")
        case .edit, .copula: ("edit", "changes a line")
        case .insteadOf, .instead: ("edit", "takes another's place")
        case .splitRemoval, .particle: ("edit", "takes away")
        case .again, .oneMore, .more, .less: ("repetition", "")
        case .restore: ("repetition", "what was taken away")
        case .rest: ("reference", "the other pieces")
        case .half: ("reference", "half of the pieces")
        case .except: ("reference", "all but these")
        case .plain: ("option", "nothing special")
        case .join, .also: ("join", "")
        case .with, .to, .place: ("preposition", "")
        case .dangling: ("measure", "of nothing")
        case .narrative: ("narrative", "no order")
        case .filler, .only: ("filler", "")
        case .unknown: ("unknown", "")
        }
    }

    private static func describe(_ reference: LineReference) -> String {
        switch reference {
        case .latest: "the line said last"
        case .nth(let position, let inner):
            position < 0 ? "the last of \(describe(inner))" : "number \(position) of \(describe(inner))"
        case .other: "the other line"
        case .newest(let count): "the newest \(count) lines"
        case .all: "all lines"
        case .every(let inner): "every one of \(describe(inner))"
        case .described(let items, let options):
            ((items.isEmpty ? ["any line"] : items) + options.map { "\($0.group)/\($0.option)" }).joined(separator: " ")
        case .gone: "what was taken away"
        case .nothing: "no line"
        case .part(let count, let inner): "\(count) of \(describe(inner))"
        }
    }
}
