internal import ALSAAudio
internal import Speech

/// The sound cards in `brews doctor`: each device by its stable name, and what is wrong with it.
///
/// No finding is an error: without a microphone guests order by touch, without a loudspeaker they read.
enum DoctorAudio {
    struct Finding: Equatable {
        let check: String
        let isGood: Bool
        let detail: String
        let mend: String?
    }

    /// Opens each device once.
    static func findings() -> [Finding] {
        [AudioDevice.Direction.capture, .playback].flatMap { direction in
            let devices = ALSADevices.list(direction)
            return findings(direction, devices: devices) { ALSADevices.probe($0, direction) }
        }
    }

    /// - Parameter trial: opens a device by name.
    static func findings(
        _ direction: AudioDevice.Direction, devices: [AudioDevice], trial: (String) -> AudioDevice.ProbeResult
    ) -> [Finding] {
        let check = direction == .capture ? "microphone" : "loudspeaker"
        guard !devices.isEmpty else {
            // A name defined in ALSA's configuration may not lead to a card.
            if case .works(let format) = trial("default") {
                return [Finding(check: check, isGood: true, detail: "default: \(format)", mend: nil)]
            }
            let without =
                direction == .capture
                ? "no microphone; recordings work, guests order by touch" : "no loudspeaker; replies are shown as text"
            return [
                Finding(
                    check: check, isGood: false, detail: without,
                    mend: direction == .capture ? "arecord -l" : "aplay -l")
            ]
        }
        return devices.map { device in
            let named = "\(device.name) (\(device.title))"
            switch trial(device.name) {
            case .fails(let fault):
                return Finding(check: check, isGood: false, detail: "\(named) \(fault.reason)", mend: mend(fault))
            case .works(let format):
                guard device.isNameShared else {
                    return Finding(check: check, isGood: true, detail: "\(named): \(format)", mend: nil)
                }
                return Finding(
                    check: check, isGood: false,
                    detail:
                        "\(named): another card of its kind is there, so the name depends on the order of plugging; "
                        + "it sits \(device.place)",
                    mend:
                        #"""
                        echo 'SUBSYSTEM=="sound", KERNEL=="card*", ENV{ID_PATH}=="PATH", \#
                        ATTR{id}="Counter"' | sudo tee -a /etc/udev/rules.d/70-brews-sound.rules
                        """#
                )
            }
        }
    }

    private static func mend(_ fault: MicrophoneFault) -> String? {
        switch fault {
        case .busy: "fuser -v /dev/snd/*"
        case .denied: "sudo usermod -aG audio $USER"
        case .missing, .lost, .stalled, .wrongRate, .suspended, .unsupported, .failed: "arecord -l"
        }
    }
}
