/// A finding of `brews doctor`.
struct DoctorCheck: Encodable {
    enum Status: String, Encodable { case ok, warning, error }

    let check: String
    let status: Status
    let detail: String
    /// The command that fixes it.
    let mend: String?
    let exitCode: Int32

    /// The command that shows the page about it; `nil` where nothing is wrong.
    var help: String? { status == .ok ? nil : "brews help \(Self.topic(of: check))" }

    /// The topic of `brews help` that a check is about.
    static func topic(of check: String) -> String {
        switch check {
        case "libvosk", "libwhisper", "espeak-ng", "model", "recognition", "whisper": "offline-models"
        case "menu": "menu-file"
        case "language": "voice"
        case "store": "takings"
        default: "machine"
        }
    }

    private enum CodingKeys: String, CodingKey { case check, status, detail, mend, help }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(check, forKey: .check)
        try values.encode(status, forKey: .status)
        try values.encode(detail, forKey: .detail)
        try values.encodeIfPresent(mend, forKey: .mend)
        try values.encodeIfPresent(help, forKey: .help)
    }
}
