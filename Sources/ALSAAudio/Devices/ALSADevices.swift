internal import CALSA
internal import Glibc
public import Speech

/// An audio device of this machine, with a name that does not depend on the order of detection.
public struct AudioDevice: Equatable, Sendable {
    /// The direction of a device.
    public enum Direction: String, Sendable { case capture, playback }

    /// Whether the device records or plays.
    public let direction: Direction
    /// ALSA device name `hw:CARD=<id>,DEV=<n>`. It stays the same across restarts as long as card ids differ.
    public let name: String
    /// Name for display: "Yeti Stereo Microphone, USB Audio".
    public let title: String
    /// Location as described by the driver: "… at usb-0000:00:14.0-2, full speed".
    public let place: String
    /// Whether the kernel derived the card's id from another card's id. The id then depends on the order of detection,
    /// and a udev rule should assign an id by location.
    public let isNameShared: Bool

    /// Creates a description of a device.
    public init(direction: Direction, name: String, title: String, place: String, isNameShared: Bool) {
        self.direction = direction
        self.name = name
        self.title = title
        self.place = place
        self.isNameShared = isNameShared
    }
}

/// Lists and probes the sound cards of this machine.
///
/// ```swift
/// for device in ALSADevices.list(.capture) { print(device.name, device.title) }
/// ```
public enum ALSADevices {
    /// A card as the driver describes it.
    struct Card: Equatable {
        struct Device: Equatable {
            let number: Int
            let name: String
            let captures: Bool
            let plays: Bool
        }

        var id: String
        var name: String
        var longName: String
        var devices: [Device]
    }

    /// Names of all cards (`snd_card_next`); empty if there are none.
    public static func cards() -> [String] { read().map(\.name) }

    /// All devices of one direction.
    public static func list(_ direction: AudioDevice.Direction) -> [AudioDevice] { devices(of: read(), direction) }

    /// Whether a device name selects a card by number: `hw:0`, `plughw:1,0`, `sysdefault:CARD=2`, also in the arguments
    /// of another device: `plug:'hw:0,0'`.
    public static func isNumbered(_ name: String) -> Bool {
        let bare = name.filter { !"'\"{} ".contains($0) }
        return bare.indices.contains {
            bare[$0] == ":" && isNumbered(device: bare[..<$0], arguments: bare[bare.index(after: $0)...])
        }
    }

    /// Whether one part of a device name selects a card by number.
    ///
    /// - Parameters:
    ///   - device: the text before a colon; it ends with the device's name.
    ///   - arguments: the text after the colon; it begins with the device's arguments.
    private static func isNumbered(device: Substring, arguments: Substring) -> Bool {
        let isNumber = { (text: Substring) in !text.isEmpty && text.allSatisfy(\.isNumber) }
        // Bluetooth addresses contain colons as well: 00:1A:7D…
        if let word = device.split(whereSeparator: { ":,=".contains($0) }).last, word.count == 2,
            word.allSatisfy(\.isHexDigit)
        {
            return false
        }
        let arguments = arguments.split(separator: ",", omittingEmptySubsequences: false)
        if let first = arguments.first, isNumber(first) { return true }
        return arguments.contains { $0.uppercased().hasPrefix("CARD=") && isNumber($0.dropFirst("CARD=".count)) }
    }

    static func devices(of cards: [Card], _ direction: AudioDevice.Direction) -> [AudioDevice] {
        let ids = Set(cards.map(\.id))
        return cards.flatMap { card in
            card.devices.filter { direction == .capture ? $0.captures : $0.plays }.map { device in
                AudioDevice(
                    direction: direction, name: "hw:CARD=\(card.id),DEV=\(device.number)",
                    title: [card.name, device.name].filter { !$0.isEmpty }.joined(separator: ", "),
                    place: card.longName, isNameShared: isShared(card.id, among: ids))
            }
        }
    }

    /// Whether another card has the same id apart from the suffix _1, _2… that the kernel adds in the order of
    /// detection.
    private static func isShared(_ id: String, among ids: Set<String>) -> Bool {
        let family = stem(id)
        return ids.contains { $0 != id && stem($0) == family }
    }

    private static func stem(_ id: String) -> Substring {
        guard let bar = id.lastIndex(of: "_"), !id[id.index(after: bar)...].isEmpty,
            id[id.index(after: bar)...].allSatisfy(\.isNumber)
        else { return id[...] }
        return id[..<bar]
    }

    private static func read() -> [Card] {
        brews_alsa_silence()
        var cards: [Card] = []
        var number: Int32 = -1
        while snd_card_next(&number) == 0, number >= 0 {
            if let card = card(number) { cards.append(card) }
        }
        return cards
    }

    private static func card(_ number: Int32) -> Card? {
        var control: OpaquePointer?
        guard snd_ctl_open(&control, "hw:\(number)", SND_CTL_NONBLOCK) == 0, let control else { return nil }
        defer { snd_ctl_close(control) }
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) == 0 else { return nil }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) == 0 else { return nil }
        let text = { (value: UnsafePointer<CChar>?) in value.map { String(cString: $0) } ?? "" }
        var card = Card(
            id: text(snd_ctl_card_info_get_id(info)), name: text(snd_ctl_card_info_get_name(info)),
            longName: text(snd_ctl_card_info_get_longname(info)), devices: [])
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
            let capture = name(control, device, SND_PCM_STREAM_CAPTURE),
                playback = name(control, device, SND_PCM_STREAM_PLAYBACK)
            card.devices.append(
                Card.Device(
                    number: Int(device), name: capture ?? playback ?? "", captures: capture != nil,
                    plays: playback != nil))
        }
        return card
    }

    /// Name of a device in one direction; `nil` if the device does not support that direction.
    private static func name(_ control: OpaquePointer, _ device: Int32, _ stream: snd_pcm_stream_t) -> String? {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) == 0 else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(device))
        snd_pcm_info_set_subdevice(info, 0)
        snd_pcm_info_set_stream(info, stream)
        guard snd_ctl_pcm_info(control, info) == 0 else { return nil }
        return snd_pcm_info_get_name(info).map { String(cString: $0) } ?? ""
    }
}

extension AudioDevice {
    /// Result of opening a device and closing it again.
    public enum ProbeResult: Equatable, Sendable {
        /// The device works; its format in words: "44100 Hz, 2 channels, S32_LE".
        case works(String)
        /// The device could not be opened.
        case fails(MicrophoneFault)
    }
}

extension ALSADevices {
    /// Opens a device with the kiosk's settings and closes it. Takes milliseconds and never waits for a busy device.
    ///
    /// - Parameters:
    ///   - name: ALSA device name, including `default`.
    ///   - direction: capture or playback.
    public static func probe(_ name: String, _ direction: AudioDevice.Direction) -> AudioDevice.ProbeResult {
        do {
            switch direction {
            case .capture:
                let source = ALSASource(device: name, rate: SampleRate.speech)
                defer { source.close() }
                return .works(try source.open().description)
            case .playback:
                let sink = ALSASink(device: name)
                defer { sink.close() }
                return .works(try sink.open(rate: SampleRate.speech).description)
            }
        } catch {
            return .fails(CaptureMachine.fault(opening: error.code, message: error.message))
        }
    }
}
