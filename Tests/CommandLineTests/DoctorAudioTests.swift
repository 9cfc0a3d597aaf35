internal import ALSAAudio
internal import Speech
internal import Testing

@testable internal import BrewsCLI

/// What `brews doctor` says of sound cards that are not here.
struct DoctorAudioTests {
    private static let cases: [(AudioDevice.ProbeResult, Bool, String, String?)] = [
        (
            .works("48000 Hz, 2 channels, S16_LE"), true,
            "hw:CARD=Mic,DEV=0 (Mic, USB Audio): 48000 Hz, 2 channels, S16_LE", nil
        ),
        (
            .fails(.busy), false, "hw:CARD=Mic,DEV=0 (Mic, USB Audio) is in use by another program",
            "fuser -v /dev/snd/*"
        ),
        (
            .fails(.denied), false, "hw:CARD=Mic,DEV=0 (Mic, USB Audio) may not be opened by this user",
            "sudo usermod -aG audio $USER"
        ),
    ]

    @Test(
        "a device is named by what stays, with what it does or why it does not, and the command that mends it",
        arguments: cases.indices)
    func devices(index: Int) {
        let (trial, isGood, detail, mend) = Self.cases[index]
        let findings = DoctorAudio.findings(.capture, devices: [.mic()]) { _ in trial }
        #expect(findings == [DoctorAudio.Finding(check: "microphone", isGood: isGood, detail: detail, mend: mend)])
    }

    @Test("A4: two cards of one kind are a warning, because their names depend on the order of plugging")
    func shared() {
        let findings = DoctorAudio.findings(.playback, devices: [.mic(isNameShared: true)]) { _ in .works("16000 Hz") }
        #expect(
            findings.allSatisfy {
                !$0.isGood && $0.check == "loudspeaker" && $0.mend?.contains("udev") == true
                    && $0.detail.contains("at usb-1")
            })
    }

    @Test("without cards the default device counts where it works; otherwise it is said how ordering goes on")
    func none() {
        #expect(DoctorAudio.findings(.capture, devices: []) { _ in .works("16000 Hz") }.map(\.isGood) == [true])
        let silent = DoctorAudio.findings(.playback, devices: []) { _ in .fails(.missing) }
        #expect(silent.map(\.detail) == ["no loudspeaker; replies are shown as text"])
    }
}

extension AudioDevice {
    fileprivate static func mic(isNameShared: Bool = false) -> AudioDevice {
        AudioDevice(
            direction: .capture, name: "hw:CARD=Mic,DEV=0", title: "Mic, USB Audio", place: "at usb-1",
            isNameShared: isNameShared)
    }
}
