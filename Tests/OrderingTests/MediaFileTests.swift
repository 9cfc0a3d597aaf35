internal import Ordering
internal import Testing

/// Pictures and recordings of pages.
struct MediaFileTests {
    @Test("Pictures are told by their first bytes; everything else is refused")
    func pictures() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
        let webp = Array("RIFF\0\0\0\0WEBPVP8 ".utf8)
        for (bytes, type) in [(png, "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), (webp, "image/webp")] {
            #expect(MediaFile(picture: bytes)?.contentType == type)
        }
        let large = png + [UInt8](repeating: 0, count: MediaFile.largestPicture)
        for bytes in [[], Array(png.dropLast(2)), Array("<svg/>".utf8), Array("GIF89a".utf8), large] {
            #expect(MediaFile(picture: bytes) == nil)
        }
    }

    @Test("A recording is a WAV file of 16 kHz, at most 60 s")
    func sounds() {
        let file = MediaFile(sound: [1, -2])
        #expect(file.contentType == "audio/wav" && file.bytes.count == 48)
        #expect(Array(file.bytes[24..<28]) == [0x80, 0x3E, 0, 0] && Array(file.bytes[44...]) == [1, 0, 0xFE, 0xFF])
        #expect(Array(file.bytes[4..<8]) == [40, 0, 0, 0] && Array(file.bytes[40..<44]) == [4, 0, 0, 0])
        #expect(MediaFile(sound: [Int16](repeating: 0, count: 1_000_000)).bytes.count == 44 + 2 * 960_000)
    }
}
