/// How the kiosk's web server is set up.
public struct KioskWebSettings: Equatable, Sendable {
    /// TCP port on 127.0.0.1, 0…65535; 0 takes any that is free.
    public var port = 8117
    /// What the welcome page asks guests to say.
    public var wakePhrase = "Hey Brews"
    /// Language of the pages' own words, a BCP 47 tag; English where they have none in it.
    public var locale = "en"
    /// Digits that open the staff's page, 4…12 of them; `nil` leaves the page out.
    public var staffCode: String?
    /// Requests and event streams at a time, 4…256.
    public var connections = 32
    /// Event streams at a time, 1…`connections` - 2: one more closes the oldest, so that pages always find room for a
    /// request.
    public var eventStreams = 8
    /// Connections that have not sent a whole request, 8…512. One more closes the oldest: idle sockets never keep a new
    /// one out.
    public var waitingConnections = 256
    /// Seconds in which a request must be there, 1…60; also what an answer may rest when its reader takes nothing.
    public var requestSeconds = 5
    /// How long the kiosk may take over an action before the page is told to try again, more than zero.
    public var answerDeadline: Duration = .seconds(5)
    /// Time between beats on event streams, by which pages notice that the server is gone; more than zero.
    public var beatInterval: Duration = .seconds(2)

    public init() {}

    /// - Throws: `KioskWebError.badSetting` for the first value outside its range.
    func validate() throws(KioskWebError) {
        func check(_ isRight: Bool, _ sentence: String) throws(KioskWebError) {
            guard isRight else { throw .badSetting(sentence) }
        }
        try check((0...65_535).contains(port), "the port must be 0…65535, and is \(port)")
        try check((4...256).contains(connections), "connections must be 4…256, and are \(connections)")
        try check(
            (1...(connections - 2)).contains(eventStreams),
            "event streams must be 1…\(connections - 2), and are \(eventStreams)")
        try check(
            (8...512).contains(waitingConnections), "waiting connections must be 8…512, and are \(waitingConnections)")
        try check((1...60).contains(requestSeconds), "seconds for a request must be 1…60, and are \(requestSeconds)")
        try check(answerDeadline > .zero && beatInterval > .zero, "deadlines must be more than zero")
        if let staffCode {
            let isCode = (4...12).contains(staffCode.utf8.count) && staffCode.utf8.allSatisfy { (48...57).contains($0) }
            try check(isCode, "the staff code must be 4…12 digits")
        }
    }
}
