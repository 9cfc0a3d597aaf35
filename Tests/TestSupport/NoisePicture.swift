public import Foundation

/// A PNG of noise, which no browser or disk makes smaller.
public enum NoisePicture {
    /// A picture of about 200 kB.
    ///
    /// - Parameter seed: another one for each number.
    public static func png(seed: UInt64) -> Data {
        let side = 258
        var random = SeededGenerator(seed: seed)
        var rows: [UInt8] = []
        for _ in 0..<side {
            // No filter, then three bytes a pixel.
            rows.append(0)
            for _ in 0..<side * 3 { rows.append(UInt8.random(in: 0...255, using: &random)) }
        }
        let header = big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0]
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(rows))
                + chunk("IEND", []))
    }

    /// A menu of as many items of one category, each with a picture `pN.png` or none.
    public static func menuFile(_ count: Int, hasPictures: Bool) -> String {
        let items = (0..<count).map { number in
            let picture = hasPictures ? #","picture":"p\#(number).png""# : ""
            return #"{"id":"i\#(number)","name":"Item \#(number)","category":"all","price":100\#(picture)}"#
        }
        return
            #"{"store":{"name":"S","currency":"USD"},"optionGroups":[],"items":[\#(items.joined(separator: ","))]}"#
    }

    /// A zlib stream without compression.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let largest = 65_535
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: largest) {
            let part = bytes[start..<min(bytes.count, start + largest)], length = UInt16(part.count)
            stream.append(start + largest >= bytes.count ? 1 : 0)
            for value in [length, ~length] { stream += [UInt8(value & 255), UInt8(value >> 8)] }
            stream += part
        }
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + big(high << 16 | low)
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + bytes
        return big(UInt32(bytes.count)) + body + big(checksum(body))
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    /// CRC-32 as PNG has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
