internal import Ordering

/// A phrase of an utterance with its role, to explain why an order came out as it did.
public struct ExplainedPhrase: Equatable, Sendable {
    /// The words, in lower case.
    public let words: String
    /// The role: `item`, `option`, `quantity`, `article`, `reference`, `repair`, `filler`, `unknown`, …
    public let role: String
    /// The sense: ids of the menu, a number or an intent; empty if the role says all.
    public let sense: String
    /// Similarity to the phrase, 0…1; 1 for an exact match.
    public let similarity: Double
}

extension ExplainedPhrase {
    init(_ chunk: Chunk, words: UtteranceWords, menu: Menu) {
        self.words = words.text(chunk.range)
        similarity = chunk.similarity
        (role, sense) = chunk.isOutOfMenu ? ("item", "not on the menu") : Self.describe(chunk.kind, menu)
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
        case .partitive(let count), .pieces(let count): ("pieces", "\(count) of it")
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
        case .particleVerb, .particle: ("edit", "takes away")
        case .again, .oneMore, .more, .less: ("repetition", "")
        case .restore: ("repetition", "what was taken away")
        case .rest: ("reference", "the other pieces")
        case .half: ("reference", "half of the pieces")
        case .except: ("reference", "all but these")
        case .plain: ("option", "nothing special")
        case .conjunction, .also: ("join", "")
        case .with, .to, .locative: ("preposition", "")
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
        case .except(let others, let inner): "\(describe(inner)) except \(describe(others))"
        }
    }
}
