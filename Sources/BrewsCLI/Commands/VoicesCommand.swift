internal import SpeechSynthesis

/// `brews voices`: what can speak.
enum VoicesCommand: Command {
    static let name = "voices"
    static let spec = CommandSpec(
        name: "brews voices", summary: "Lists the voices of espeak-ng and Piper, and the profiles that were saved.",
        options: [Setup.profileOptions[1]],
        examples: [
            ("brews voices", "every voice, and every profile with its rate, pitch and volume"),
            ("brews voices --locale fr --json", "the French voices, one JSON object a line"),
        ])

    private struct Profile: Encodable {
        let profile: String
        let voice: String
        let rate: Int
        let pitch: Int
        let volume: Int
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else {
            throw CLIError.usage("\(spec.name) takes no operands; see: \(spec.name) --help")
        }
        // A damaged file of profiles is reported before the list.
        let profiles = try VoiceProfilesStore(path: Setup.profilesPath(arguments)).profiles()
        try await SayCommand.list(arguments, setup)
        for (name, profile) in profiles.sorted(by: { $0.key < $1.key }) {
            if setup.json {
                try setup.console.json(
                    Profile(
                        profile: name, voice: profile.voice, rate: profile.rate, pitch: profile.pitch,
                        volume: profile.volume))
            } else {
                setup.console.line(
                    "\(name.padded(to: 28))profile: \(profile.voice), \(profile.rate) words a minute, "
                        + "pitch \(profile.pitch), volume \(profile.volume) %")
            }
        }
        return 0
    }
}
