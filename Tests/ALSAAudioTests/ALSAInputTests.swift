internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import ALSAAudio

/// The input with its thread, on ALSA devices that need no sound card.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/share/alsa/alsa.conf"), "ALSA's configuration is not installed"
    ))
struct ALSAInputTests {
    /// The first reported status that satisfies the condition.
    private static func status(_ input: ALSAInput, where passes: (MicrophoneStatus) -> Bool) async -> MicrophoneStatus?
    {
        for await status in input.statusUpdates() where passes(status) { return status }
        return nil
    }

    @Test(
        "a missing microphone is a status with its reason; it is retried, gives no frame, and closing ends it",
        arguments: ["hw:CARD=Nowhere", "no-such-device", "☕️"])
    func missing(device: String) async throws {
        let input = try ALSAInput(CaptureSettings(device: device))
        let next = Task { try await input.nextFrame() }
        let status = try #require(await Self.status(input) { $0.counters.failedOpenings >= 3 })
        guard case .unavailable = status.availability else {
            Issue.record("\(status.availability)")
            return
        }
        #expect(status.device == device)
        input.close()
        #expect(try await next.value == nil)
    }

    @Test("A6: ALSA's null device, which gives audio as fast as it is read, is detected")
    func flood() async throws {
        let input = try ALSAInput(CaptureSettings(device: "null"))
        let status = try #require(await Self.status(input) { $0.counters.rateFaults >= 2 })
        guard case .unavailable(.wrongRate(let measured), _) = status.availability else {
            Issue.record("\(status.availability)")
            return
        }
        #expect(measured > 17_000)
        #expect(status.backlog <= SampleCount(seconds: 30))
        input.close()
    }

    @Test(
        "A4: names with a card number are refused, also within another device's arguments",
        arguments: [
            "hw:0", "hw:1,0", "plughw:0,0", "hw:CARD=0", "sysdefault:CARD=2,DEV=0", "plughw:card=1", "hw: 1",
            "hw:CARD='2'", "hw:DEV=0,CARD=1",
            "plug:hw:1,0", "plug:'hw:0,0'", "plug:SLAVE=\"hw:CARD=1,DEV=0\"", "plug:{dsnoop:2}",
        ])
    func numbered(device: String) {
        #expect(throws: ALSAError.unstableName(device)) { _ = try ALSAInput(CaptureSettings(device: device)) }
    }

    @Test(
        "A4: stable names are accepted",
        arguments: [
            "default", "hw:CARD=Mic", "plughw:CARD=Device_1,DEV=0", "hw:CARD=USB2", "dsnoop:Mic", "null", "hw:",
            "plug:'hw:CARD=Mic,DEV=0'", "plug:hw:Mic,1",
            "bluealsa:DEV=00:1A:7D:DA:EE:55,PROFILE=sco", "bluealsa:DEV=00:1A:7D:DA:71:13",
        ])
    func named(device: String) { #expect(!ALSADevices.isNumbered(device)) }

    @Test(
        "A4: two cards have the same names in either order of detection, and ambiguous names are marked"
    )
    func swapped() {
        let card = { (id: String, place: String) in
            ALSADevices.Card(
                id: id, name: id + " microphone", longName: place,
                devices: [.init(number: 0, name: "USB Audio", captures: true, plays: id == "Bar")])
        }
        let counter = card("Counter", "usb-0000:00:14.0-1"), bar = card("Bar", "usb-0000:00:14.0-2")
        for order in [[counter, bar], [bar, counter]] {
            let devices = ALSADevices.devices(of: order, .capture)
            #expect(Set(devices.map(\.name)) == ["hw:CARD=Counter,DEV=0", "hw:CARD=Bar,DEV=0"])
            #expect(devices.first { $0.name.contains("Bar") }?.place == "usb-0000:00:14.0-2")
            #expect(devices.allSatisfy { !$0.isNameShared })
            #expect(ALSADevices.devices(of: order, .playback).map(\.name) == ["hw:CARD=Bar,DEV=0"])
        }
        let alike = ALSADevices.devices(of: [card("Device", "1"), card("Device_1", "2"), card("PCH", "3")], .capture)
        #expect(alike.map(\.isNameShared) == [true, true, false])
    }

    /// Paths of the files that this process has open.
    private static func openFiles(_ path: String) -> Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == path }
            .count
    }

    @Test("A3: neither 50 openings of a real ALSA device nor 50 failed ones leave a file open")
    func descriptors() throws {
        let folder = try TemporaryFolder()
        let sound = folder.path("sound.raw")
        try Data(
            [Int16](repeating: 77, count: 16_000).flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
            }
        ).write(
            to: URL(fileURLWithPath: sound))
        let configuration =
            "pcm.mic { type file slave { pcm { type null } } file /dev/null infile \"\(sound)\" format raw }"
        for _ in 0..<50 {
            let source = ALSASource(device: "mic", rate: 16_000, configuration: configuration)
            let format = try source.open()
            #expect(format.rate == 16_000 && format.channels == 1 && format.encoding == .signed16)
            #expect(source.wait(.milliseconds(500)) == .ready)
            var bytes: [UInt8] = []
            #expect(source.read(into: &bytes) > 0)
            #expect(bytes.first == 77)
            #expect(Self.openFiles(sound) == 1)
            source.close()
            #expect(Self.openFiles(sound) == 0)
            let missing = ALSASource(device: "other", rate: 16_000, configuration: configuration)
            #expect(throws: PCMFailure.self) { try missing.open() }
        }
    }

    @Test("an invalid configuration is an error of the device")
    func configuration() {
        #expect(throws: PCMFailure.self) {
            try ALSASource(device: "mic", rate: 16_000, configuration: "pcm.mic { type").open()
        }
    }

    @Test(
        "A10: the device's actual format is read back: a device with several channels only", arguments: [2, 4, 6])
    func readBack(channels: Int) throws {
        // The only ALSA device type with a fixed number of channels.
        let bindings = (0..<channels).map { "\($0) { slave one channel \($0) }" }.joined(separator: " ")
        let configuration =
            "pcm.mic { type multi slaves.one { pcm { type null } channels \(channels) } bindings { \(bindings) } }"
        let source = ALSASource(device: "mic", rate: 16_000, configuration: configuration)
        let opened = try source.open()
        #expect(opened.channels == channels && opened.rate == 16_000)
        var bytes: [UInt8] = []
        let frames = source.read(into: &bytes)
        #expect(frames > 0 && bytes.count == frames * opened.bytesPerFrame)
        source.close()
    }
}
