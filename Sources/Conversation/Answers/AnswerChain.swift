/// An answer, and where it comes from.
public struct SourcedAnswer: Equatable, Sendable, Codable {
    /// The answer, as it is shown and spoken.
    public var text: String
    /// Name of the source, for example `notebook`; `none` where no source had an answer.
    public var source: String

    /// Creates an answer.
    public init(text: String, source: String) {
        self.text = text
        self.source = source
    }

    /// Source of a reply that says that there is no answer.
    public static let noSource = "none"
}

/// Something that answers questions: the notebook, the menu, a catalogue. May be called from any task.
public protocol AnswerSource: Sendable {
    /// Name of the source, in lower case.
    var name: String { get }
    /// Answers a question; `nil` where the source has no answer.
    func answer(_ question: String) async -> String?
}

/// Asks sources one after another until one has an answer.
///
/// ```swift
/// let chain = AnswerChain([notebook, menu]) { question in
///     await notebook.record(question)
///     return "I don't know that. I've noted it for our staff."
/// }
/// let answer = await chain.answer("what's the wifi password?")
/// print(answer.text, answer.source)
/// ```
public struct AnswerChain: Sendable {
    private let sources: [any AnswerSource]
    private let otherwise: @Sendable (String) async -> String

    /// - Parameters:
    ///   - sources: asked in this order.
    ///   - otherwise: the reply to a question that no source answers.
    public init(_ sources: [any AnswerSource], otherwise: @escaping @Sendable (String) async -> String) {
        self.sources = sources
        self.otherwise = otherwise
    }

    /// Answers a question. Returns early, without an answer, if the task is cancelled.
    public func answer(_ question: String) async -> SourcedAnswer {
        for source in sources where !Task.isCancelled {
            if let text = await source.answer(question) { return SourcedAnswer(text: text, source: source.name) }
        }
        return SourcedAnswer(text: await otherwise(question), source: SourcedAnswer.noSource)
    }
}
