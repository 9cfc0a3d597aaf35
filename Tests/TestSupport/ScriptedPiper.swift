internal import Foundation

/// Scripts in the place of the program `piper` that stay loaded.
public enum ScriptedPiper {
    /// A sample of a loaded program's speech.
    public static let sample: Int16 = 0x3131
    /// The sample that the program writes when it is run for one text.
    public static let sampleApart: Int16 = 0x3232

    /// Writes a program that reads lines and writes a WAV file for each, with a voice beside it.
    ///
    /// - Parameters:
    ///   - body: what it does for `$line`; `speak` writes the speech to `$folder` and prints its path.
    ///   - start: what it does before it reads.
    ///   - path: where the program is written; it notes its process number in `started` and its folder in `folder`.
    ///   - voice: path of the voice.
    public static func write(
        _ body: String = "speak", start: String = ":", to path: String, voice: String, samples: Int = 1,
        sampleRate: Int = 22_050
    ) throws {
        let script = """
            here=$(dirname "$0")
            while [ $# -gt 0 ]; do [ "$1" = --output_dir ] && folder=$2; shift; done
            [ -n "$folder" ] || { cat > /dev/null; printf 22; exit; }
            echo $$ >> "$here/started"
            echo "$folder" >> "$here/folder"
            count=0
            speak() {
                count=$((count + 1))
                cp "$here/speech.wav" "$folder/$count.wav"
                echo "INFO:__main__:Wrote $folder/$count.wav" >&2
            }
            \(start)
            while read -r line; do
                \(body)
            done
            """
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try wave([Int16](repeating: sample, count: samples), sampleRate: sampleRate)
            .write(to: folder.appendingPathComponent("speech.wav"))
        try Data("weights".utf8).write(to: URL(fileURLWithPath: voice))
        try Data(#"{"audio": {"sample_rate": \#(sampleRate)}, "language": {"code": "en_US"}}"#.utf8)
            .write(to: URL(fileURLWithPath: voice + ".json"))
        try ScriptedProgram.write(script, to: path)
    }

    /// A WAV file of 16 bits, mono.
    private static func wave(_ samples: [Int16], sampleRate: Int) -> Data {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let size = samples.count * 2
        let format = bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(sampleRate, 4) + bytes(sampleRate * 2, 4)
        let head = Array("RIFF".utf8) + bytes(size + 36, 4) + Array("WAVEfmt ".utf8) + format
        let body = bytes(2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(size, 4)
        return Data(head + body + samples.flatMap { bytes(Int(UInt16(bitPattern: $0)), 2) })
    }
}
