public import Foundation
internal import PlatformSupport

/// Writer and reader of WAV files, 16-bit mono.
public enum WaveFile {
    /// Encodes mono samples as a WAV file.
    ///
    /// - Parameter sampleRate: samples per second, 1 or more.
    public static func encode(_ samples: [Int16], sampleRate: Int) -> Data {
        let dataBytes = UInt32(clamping: samples.count * 2)
        var data = Data(capacity: 44 + samples.count * 2)
        data.append(contentsOf: Array("RIFF".utf8))
        data.appendLittleEndian(dataBytes &+ 36)
        data.append(contentsOf: Array("WAVEfmt ".utf8))
        data.appendLittleEndian(UInt32(16))
        data.appendLittleEndian(UInt16(1))
        data.appendLittleEndian(UInt16(1))
        data.appendLittleEndian(UInt32(clamping: sampleRate))
        data.appendLittleEndian(UInt32(clamping: sampleRate * 2))
        data.appendLittleEndian(UInt16(2))
        data.appendLittleEndian(UInt16(16))
        data.append(contentsOf: Array("data".utf8))
        data.appendLittleEndian(dataBytes)
        for sample in samples { data.appendLittleEndian(UInt16(bitPattern: sample)) }
        return data
    }

    /// Writes a WAV file atomically (see `OutputFile`).
    ///
    /// - Throws: `AudioFileError.unwritable`.
    public static func write(_ samples: [Int16], sampleRate: Int, to path: String) throws(AudioFileError) {
        do {
            try OutputFile.write(Array(encode(samples, sampleRate: sampleRate)), to: path)
        } catch {
            throw .unwritable(reason: error.reason)
        }
    }
}

extension Data {
    fileprivate mutating func appendLittleEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
