internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import SQLiteOrderStore
internal import VoiceOrdering

/// `brews kiosk`: the appliance with microphone, wake word, screen and store.
enum KioskCommand: Command {
    static let name = "kiosk"
    static let spec = CommandSpec(
        name: "brews kiosk", summary: "Takes orders by voice and touch: microphone, wake word, screen, store.",
        options: [
            OptionSpec(
                "input", value: "FILE|-",
                "listen to a recorded guest instead of a microphone, and end when the guest is gone"),
            OptionSpec("speed", value: "N", "with --input: play it 1 to 100 times as fast as it was spoken"),
            OptionSpec(
                "microphone", value: "NAME",
                "ALSA capture device by its stable name (default: default); brews doctor lists them"),
            OptionSpec("speaker", value: "NAME", "ALSA playback device (default: default)"),
            OptionSpec(
                "barge-in",
                "cancel the loudspeaker's echo, so that a guest may interrupt the kiosk once the canceller knows "
                    + "the room"
            ),
            OptionSpec("touch-only", "no microphone and no voice"),
            Setup.voiceOption,
            OptionSpec("mute", "shows the prompts and says nothing"),
            OptionSpec("phrase", value: "TEXT", "the wake phrase (default: hey brews); off: only a touch begins"),
            WakePhrases.thresholdOption("wake-threshold"), WakePhrases.quickOption,
            OptionSpec("port", value: "N", "of the screen's page on 127.0.0.1 (default: 8117)"),
            OptionSpec("open", "show the page in a browser"),
            StoreLocation.option,
            OptionSpec(
                "search", value: "FILE|demo",
                "serve a page at /search, by voice or typed, over a catalogue (brews catalogue import) or the one for "
                    + "demonstrations"),
            OptionSpec(
                "hours", value: "TEXT",
                "opening hours, such as \"mon-fri 7:00-18:00, sat 9:00-1:00\"; the staff page can set others "
                    + "(default: always open)"),
            OptionSpec("ephemeral", "keep orders in memory only, for demonstrations"),
            OptionSpec(
                "any-disk", "keep orders even on a file system that forgets or cannot be trusted, as in a container"),
            OptionSpec("keep-days", value: "N", "orders and events older than this are wiped (default: 30)"),
            OptionSpec("keep-words", "log all of the guests' words, not only those that make up an order"),
            OptionSpec(
                "staff-code-file", value: "FILE", "4 to 12 digits that open the staff page; without it there is none"),
            OptionSpec(
                "notebook", value: "FILE",
                "answer questions that the menu does not answer from this notebook, and note the others for the staff "
                    + "(see brews notebook; off without it); also serve the assistant at /assistant"
            ),
            Setup.confirmationOption,
            OptionSpec("payment-command", value: "PROGRAM", "asked for the money of every order; exit code 0 is paid"),
            OptionSpec("in-process", "run the engines in this process, where a fault of theirs ends the kiosk"),
            Setup.engineOption, Setup.secondOption, Recordings.rawRate,
        ] + KioskPrinting.options,
        examples: [
            ("brews kiosk", "serve guests; the page is on http://127.0.0.1:8117"),
            ("brews kiosk --open --ephemeral --input guest.wav", "watch a recorded guest order"),
            ("brews kiosk --touch-only --menu tea-house.json", "another café, without a microphone"),
            ("brews kiosk --microphone plughw:CARD=Mic --payment-command /opt/terminal/pay", "on an appliance"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else {
            throw CLIError.usage("kiosk takes no operands; a recorded guest is --input \(arguments.operands[0])")
        }
        // Before signals are handled: opening standard input may block until its first bytes.
        let recording = try await Recordings.guest(arguments)
        let signals = StopSignals()
        var port: Int?
        while true {
            let kiosk = try await KioskAssembly(arguments, setup, recording: recording, port: port).assemble()
            switch try await KioskRun(kiosk, arguments, setup, isFirst: port == nil).serve(until: signals) {
            case .closed: return 0
            case .menuReplaced(let used): port = used
            }
        }
    }
}
