/// What keeps the kiosk from hearing, each with its reason for people. A pure value.
struct VoiceProblems: Equatable {
    /// Whose fault it is, most telling first.
    enum Source: Int, CaseIterable {
        case microphone, signal, recogniser, staff
    }

    private var reasons: [Source: String] = [:]

    /// The reason that the guest is told; `nil` when all is well.
    var first: String? { Source.allCases.lazy.compactMap { reasons[$0] }.first }

    /// Notes a problem, or that it is over.
    ///
    /// - Returns: whether the guest is to be told something else than before.
    mutating func set(_ reason: String?, of source: Source) -> Bool {
        let before = first
        reasons[source] = reason
        return first != before
    }
}
