/// When the kiosk gives up waiting.
public struct KioskTimes: Equatable, Sendable {
    /// Without a sign of the guest the session is wiped; 20…600 s. Default 60 s (fault G12).
    public var wipe = Duration.seconds(60)
    /// So long before that the guest is warned; 5…30 s. Default 15 s.
    public var warning = Duration.seconds(15)
    /// How long the store may take for an order before the guest is told that it has failed; 2…30 s. Default 10 s.
    public var placing = Duration.seconds(10)
    /// How long the order's number is shown; 5…60 s. Default 15 s.
    public var payment = Duration.seconds(15)
    /// How long the payment terminal may take; 30…300 s. Default 95 s, so that with `payment` and `thanks` it is two
    /// minutes to the welcome (fault H3).
    public var terminal = Duration.seconds(95)
    /// How long the terminal may take to take back what it has begun; 5…30 s. Default 10 s.
    public var takingBack = Duration.seconds(10)
    /// How long the thanks are shown; 2…30 s. Default 5 s.
    public var thanks = Duration.seconds(5)
    /// How long a failure is shown; 10…120 s. Default 45 s.
    public var failure = Duration.seconds(45)
    /// The longest speech, and when one whose end nobody reports counts as ended; 10…300 s. What is longer is cut off:
    /// it is on the screen. Default 60 s, so that with `wipe` it is two minutes from any state to the welcome (fault
    /// H3).
    public var longestSpeech = Duration.seconds(60)

    /// How long sounds keep a session in which nothing is understood or touched: they may be anybody's. Long enough for
    /// a reply to be said and for an order to be asked about again.
    var longestChatter: Duration { longestSpeech + wipe * 2 }
    /// What has begun to be said by then may end: the most speech of one turn (fault C9).
    var longestSentence: Duration { .seconds(15) }

    public init() {}
}
