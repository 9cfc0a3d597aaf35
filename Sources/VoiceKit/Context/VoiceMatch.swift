/// What the words mean in the context in which they were heard.
public enum VoiceMatch: Equatable, Sendable {
    /// Free speech, or nothing that the context asks for.
    case none
    /// A number.
    case number(SpokenNumber)
    /// One of the allowed names, as it was given.
    case name(String)
    /// One of the phrases, as it was given.
    case command(String)
    /// Several answers are as likely, or the recogniser is not sure of the one: ask. Best first, never empty.
    case unsure([String])
}
