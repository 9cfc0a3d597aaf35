/// Settings of the kiosk's web server.
public struct KioskWebSettings: Equatable, Sendable {
    /// TCP port on 127.0.0.1, 0…65535, default 8117; 0 selects a free port.
    public var port = 8117
    /// Wake phrase shown on the welcome page.
    public var wakePhrase = "Hey Brews"
    /// BCP 47 tag of the pages' own text; English if there is none in its language.
    public var locale = "en"
    /// Folder of the menu's pictures; `nil` for none.
    public var pictureFolder: String?
    /// Code of the staff page, 4…12 digits; `nil` disables the page.
    public var staffCode: String?
    /// Limit of concurrent requests and event streams, 4…256, default 32.
    public var connections = 32
    /// Limit of event streams, 1…`connections` - 2, default 8. One more closes the oldest, so that requests always
    /// find a free connection.
    public var eventStreams = 8
    /// Limit of connections without a complete request, 8…512, default 256. One more closes the oldest, so that idle
    /// connections never block a new one.
    public var waitingConnections = 256
    /// Seconds within which a request must be complete and a response must progress, 1…60, default 5.
    public var requestSeconds = 5
    /// Deadline of the kiosk for an action, above zero, default 5 s. The page is then told to try again.
    public var answerDeadline: Duration = .seconds(5)
    /// Interval of keep-alive events on event streams, above zero, default 2 s. Pages use them to detect a lost server.
    public var beatInterval: Duration = .seconds(2)

    /// Creates settings with the defaults.
    public init() {}

    /// Checks the ranges.
    ///
    /// - Throws: `KioskWebError.badSetting` for the first value out of range.
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
            (8...512).contains(waitingConnections),
            "waiting connections must be 8…512, and are \(waitingConnections)")
        try check((1...60).contains(requestSeconds), "seconds for a request must be 1…60, and are \(requestSeconds)")
        try check(answerDeadline > .zero && beatInterval > .zero, "deadlines must be more than zero")
        if let staffCode {
            let isCode = (4...12).contains(staffCode.utf8.count) && staffCode.utf8.allSatisfy { (48...57).contains($0) }
            try check(isCode, "the staff code must be 4…12 digits")
        }
    }
}
