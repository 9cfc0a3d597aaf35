internal import OrderSession

/// Time limits of the kiosk.
public struct KioskTimes: Equatable, Sendable {
    /// Time without activity of the guest after which the session ends and its data is deleted; 20…600 s. Default
    /// 60 s (fault G12).
    public var wipe = Duration.seconds(60)
    /// How long before that the guest is warned, by voice where the kiosk listens; 5…30 s. Default 25 s (WCAG 2.2.1
    /// asks for 20 s).
    public var warning = Duration.seconds(25)
    /// How long storing an order may take before the guest is told that it failed; 2…30 s. Default 10 s.
    public var placing = Duration.seconds(10)
    /// How long the order's number is shown; 5…60 s. Default 15 s.
    public var payment = Duration.seconds(15)
    /// How long the payment terminal may take; 30…300 s. Default 95 s, so that with `payment` and `thanks` the
    /// welcome page returns within two minutes (fault H3).
    public var terminal = Duration.seconds(95)
    /// How long the terminal may take to cancel a payment; 5…30 s. Default 10 s.
    public var takingBack = Duration.seconds(10)
    /// How long the thanks are shown; 2…30 s. Default 5 s.
    public var thanks = Duration.seconds(5)
    /// How long a failure is shown; 10…120 s. Default 45 s.
    public var failure = Duration.seconds(45)
    /// Longest prompt, and when a prompt whose end is not reported counts as ended; 10…300 s. Longer prompts are cut
    /// off; their text is on the screen. Default 60 s, so that with `wipe` the welcome page returns within two minutes
    /// from any state (fault H3).
    public var longestSpeech = Duration.seconds(60)

    /// How long the notebook may take before the reply is given without it; 0.5…10 s. Default 2 s.
    public var notes = Duration.seconds(2)

    /// How long a guest may keep the order's number on the screen; 30…300 s. Default 120 s.
    public var keptNumber = Duration.seconds(120)
    /// How long a call for the staff may be unanswered before the guest is told so; 20…300 s. Default 60 s.
    public var staffAnswer = Duration.seconds(60)
    /// How long the page says that somebody is on the way; 30…300 s. Default 120 s.
    public var staffComing = Duration.seconds(120)

    /// The default limits.
    public init() {}

    /// The limits of a guest's session.
    var session: SessionSettings {
        var settings = SessionSettings()
        settings.timeoutInterval = wipe
        // Background sounds restart the time-out, but end here: long enough for a reply and for asking about the order
        // once more.
        settings.longestInactivity = longestSpeech + wipe * 2
        return settings
    }
}

extension Duration {
    /// Whole seconds for a countdown, rounded up; at least 1.
    var secondsLeft: Int { max(1, (wholeMilliseconds + 999) / 1_000) }
}
