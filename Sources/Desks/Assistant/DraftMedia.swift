internal import Ordering

/// The picture and the recordings of the message that is being composed. They are in memory only until the message is
/// sent.
struct DraftMedia: Equatable, Sendable {
    /// Most samples of the recordings of a message: two minutes at 16 kHz. What would go beyond is not kept.
    static let mostSamples = 120 * 16_000

    /// The picture; `nil` for none.
    private(set) var picture: MediaFile?
    /// Rises with each change of the picture.
    private(set) var revision = 0
    /// Whether the person wants the recording kept with this message. Off for each new message.
    private(set) var keepsVoice = false
    private var upload = PictureUpload()
    /// What was heard of each transcript of the message; empty where that is not kept.
    private var sounds: [[Int16]] = []

    private var samples: Int { sounds.reduce(0) { $0 + $1.count } }

    /// Length of the recordings in seconds.
    var voiceSeconds: Double { Double(samples) / 16_000 }

    /// The files to keep with the message.
    var files: [MediaFile] {
        let sound = sounds.flatMap(\.self)
        return (picture.map { [$0] } ?? []) + (sound.isEmpty ? [] : [MediaFile(sound: sound)])
    }

    /// Takes a part of a picture.
    ///
    /// - Returns: whether it is one.
    mutating func take(_ part: PicturePart) -> Bool {
        switch upload.take(part) {
        case .incomplete: return true
        case .refused: return false
        case .complete(let file):
            set(file)
            return true
        }
    }

    /// Drops the picture.
    mutating func removePicture() { set(nil) }

    private mutating func set(_ file: MediaFile?) {
        picture = file
        revision += 1
    }

    /// Keeps recordings from now on, or drops those that there are.
    mutating func keepVoice(_ isOn: Bool) {
        keepsVoice = isOn
        if !isOn { sounds = sounds.map { _ in [] } }
    }

    /// Follows the transcripts of the message.
    ///
    /// - Parameters:
    ///   - count: number of transcripts now.
    ///   - sound: what was heard of a new one.
    mutating func follow(transcripts count: Int, sound: [Int16] = []) {
        while sounds.count < count {
            let isKept = keepsVoice && samples + sound.count <= Self.mostSamples
            sounds.append(isKept ? sound : [])
        }
        sounds.removeLast(sounds.count - count)
    }

    /// Forgets everything, for the next message.
    mutating func clear() { self = DraftMedia(revision: revision + 1) }

    /// Nothing.
    init() {}

    private init(revision: Int) { self.revision = revision }
}
