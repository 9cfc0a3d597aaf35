/// A page of `brews help`: what no single command explains.
struct HelpTopic: Sendable {
    /// One word that no command has, for `brews help NAME`.
    let name: String
    /// One line of the list of topics.
    let summary: String
    let text: String
    /// The article of `Sources/Brews.docc` that has more, without its extension; `nil` where the topic has all.
    let article: String?

    /// The page: the text, and where there is more.
    var page: String {
        "\(name): \(summary)\n\n\(text)"
            + (article.map { "\n\nmore: Sources/Brews.docc/\($0).md, or scripts/docs --open" } ?? "")
    }

    /// All topics, in the order in which a new owner needs them.
    static let all: [HelpTopic] = [
        HelpTopic(
            name: "menu-file", summary: "what a café sells, in one file",
            text: """
                A menu is one JSON file; parser, recogniser, page and prices follow it.
                Copy the built-in one, change it, then check it, try it with text, and serve it:

                  brews menu check tea-house.json
                  brews parse --menu tea-house.json "a pot of green tea"
                  brews kiosk --menu tea-house.json

                For the day: brews menu set "oat milk" sold-out --until tomorrow
                """,
            article: "YourMenu"),
        HelpTopic(
            name: "serving", summary: "guests, staff, payment, faults",
            text: """
                brews kiosk takes orders by voice and touch; its page is on http://127.0.0.1:8117.
                Guests say "hey brews" and the order, hear it read back, and say yes.
                Without a microphone or a voice, orders are taken by touch.

                  brews kiosk --touch-only --ephemeral --open      try it without sound; nothing is stored
                  brews kiosk --staff-code-file FILE               adds the page /staff
                  brews screen                                     the page in Chromium, full screen
                """,
            article: "ServingGuests"),
        HelpTopic(
            name: "voice", summary: "wake phrase, voice and language",
            text: """
                  brews kiosk --phrase "good morning"              another wake phrase; off: touch only
                  brews wake --phrase "good morning" guest.wav     is it found in a recording?
                  brews say --list-voices --locale en              voices; brews kiosk --voice NAME uses one
                  brews kiosk --locale es                          sentences and page in en, es, fr or de

                The bundled model hears English. Other models: brews help offline-models.
                """,
            article: "WakePhraseVoiceLanguage"),
        HelpTopic(
            name: "takings", summary: "listing, marking, exporting and deleting orders",
            text: """
                  brews orders list --today
                  brews orders mark 17 paid
                  brews orders export --format spreadsheet --locale de -o today.csv
                  brews orders purge --days 30

                The store is $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite.
                Never open the file of a running kiosk with another program.
                """,
            article: "Orders"),
        HelpTopic(
            name: "questions", summary: "catalogue, notebook and assistant",
            text: """
                  brews search "by jane austen"
                  brews catalogue import books.csv --as books
                  brews notebook add "What is the wifi password?" "Ask at the counter."
                  brews chat "is there milk in the latte"
                  brews kiosk --search demo --notebook notes.sqlite    serves /search, and with a staff code /assistant
                """,
            article: "SearchNotesConversation"),
        HelpTopic(
            name: "offline-models", summary: "fetching models, and carrying them to kiosks without network",
            text: """
                  brews models list                                what can be had, and what is installed
                  brews models fetch NAME                          the one command that uses the network
                  brews models key -o cafe                         once: cafe.key stays, cafe.pub goes to the kiosks
                  brews models bundle NAME --key cafe.key -o models.brews
                  brews models install models.brews                on the kiosk
                """,
            article: "Operations"),
        HelpTopic(
            name: "machine", summary: "sound devices, speed, heat, disk and clock",
            text: """
                Warnings of brews doctor leave a kiosk that takes orders, at least by touch.

                  arecord -l; aplay -l                             the sound cards that the system sees
                  brews kiosk --microphone plughw:CARD=Mic         names as brews doctor prints them
                  brews tune                                       options that fit a slow machine
                  df -h                                            64 MB must be free for orders
                  timedatectl set-time "2026-05-01 08:00"          the clock, without a network

                A hot board needs air, one with a low voltage a stronger supply; both slow it down.
                """,
            article: "KioskOnABoard"),
        HelpTopic(
            name: "json", summary: "output for programs",
            text: """
                With --json a command prints one JSON object a line to standard output.
                Diagnostics go to standard error.
                Fields may be added; none is renamed or dropped without a note in the changelog.
                Prices are minor units of the currency (cents), times in seconds, confidences 0 to 1.
                """,
            article: "JSONReference"),
        HelpTopic(
            name: "settings", summary: "options that are always the same",
            text: """
                --config FILE reads options from a JSON file: {"menu": "tea-house.json", "rate": 160}.
                Its keys are menu, locale, model, vocabulary, confirm, voice, rate, pitch and volume.
                The command line overrides it.
                """,
            article: nil),
        HelpTopic(
            name: "environment", summary: "variables that brews reads",
            text: """
                BREWS_MODELS      a folder of models that is searched first
                STATE_DIRECTORY   the folder of order store and notebook (set by systemd)
                """,
            article: nil),
        HelpTopic(
            name: "files", summary: "where a package keeps its files",
            text: """
                /etc/brews/kiosk.conf             options of the service brews-kiosk
                /etc/brews/menu.json              its menu
                /etc/brews/bundle.pub             the public key of bundles
                /var/lib/brews/orders.sqlite      its orders: sudo -u brews brews orders list --store FILE
                /usr/share/brews/models           the models
                """,
            article: nil),
        HelpTopic(
            name: "exit-codes", summary: "what the exit code means",
            text: """
                0    done
                1    replay: decisions differ; notebook ask: no note answers
                2    wrong usage
                3    bad input
                4    a model or library is missing or damaged
                5    audio device
                6    order store, or standard output that cannot be written
                70   a bug
                """,
            article: nil),
    ]
}
