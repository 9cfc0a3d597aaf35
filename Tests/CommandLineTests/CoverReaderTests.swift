internal import Foundation
internal import PlatformSupport
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI
@testable internal import CoverReading

/// Searches by a picture.
struct CoverReaderTests {
    private static let hasBarcodes = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")

    /// The barcode 9780141439600, drawn two dots a bar.
    private static let barcode = """
        iVBORw0KGgoAAAANSUhEUgAAAO4AAAAoAQAAAADRJPsmAAAAM0lEQVR42mP4//+/MTP/eeMD\
        Hz4fOM9vbMx8/jOzzfkPNgc+GwOlGEalR6VHpUelh5o0AE2RyCcc4dc0AAAAAElFTkSuQmCC
        """

    private static func picture() throws -> [UInt8] { Array(try #require(Data(base64Encoded: barcode))) }

    private static let nowhere = LimitedProgram(path: "/nowhere")

    @Test("The ISBN of a barcode is read", .enabled(if: hasBarcodes, "zbar-tools is not installed"))
    func barcode() async throws {
        #expect(try await CoverReader().read(Self.picture()) == .code("9780141439600"))
        let folder = try TemporaryFolder(), file = folder.path("back.png")
        try Data(Self.picture()).write(to: URL(fileURLWithPath: file))
        #expect(try await SearchCommand.read(file) == "9780141439600")
    }

    @Test("An ISBN counts more than another code, and specks are no words")
    func texts() {
        #expect(CoverReader.code("12345678\n9780141439600\n") == "9780141439600")
        #expect(CoverReader.code("40170725\n") == "40170725" && CoverReader.code("x\n\n") == nil)
        #expect(CoverReader.words("~ | Emma\n\nJANE   AUSTEN .. 1l xq\n") == ["emma", "jane", "austen"])
        #expect(CoverReader.words("  \n").isEmpty)
    }

    @Test("What is no picture, too long, or not there is refused before a program sees it")
    func refused() async throws {
        let folder = try TemporaryFolder(), file = folder.path("picture.png")
        for bytes: [UInt8] in [Array("<svg/>".utf8), [], [0x89, 0x50], Array("RIFF\0\0\0\0WEBPVP8 ".utf8)] {
            await #expect(throws: CoverReadingError.noPicture) { try await CoverReader().read(bytes) }
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            await #expect(throws: CLIError.self) { try await SearchCommand.read(file) }
        }
        let large = try Self.picture() + [UInt8](repeating: 0, count: CoverReader.largestPicture)
        await #expect(throws: CoverReadingError.tooLarge) { try await CoverReader().read(large) }
        await #expect(throws: CLIError.self) { try await SearchCommand.read("/nowhere.png") }
        await #expect(throws: CLIError.self) { try await SearchCommand.read("/dev/zero") }
    }

    @Test("Damaged pictures end in a reading, none, or an error", arguments: 0..<10)
    func damaged(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed)), bytes = try Self.picture()
        for _ in 0..<10 {
            bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if seed > 5 { bytes = Array(bytes.prefix(20 * seed)) }
        do { _ = try await CoverReader().read(bytes) } catch { #expect(error is CoverReadingError) }
    }

    @Test("Without the programs the error says what to install")
    func missing() async throws {
        let reader = CoverReader(barcodes: Self.nowhere, text: Self.nowhere)
        await #expect(throws: CoverReadingError.notInstalled) { try await reader.read(Self.picture()) }
        let folder = try TemporaryFolder(), file = folder.path("picture.png")
        try Data(Self.picture()).write(to: URL(fileURLWithPath: file))
        do {
            _ = try await SearchCommand.read(file, with: reader)
            Issue.record("it has read a picture without programs")
        } catch {
            #expect("\(CLIError.from(error).message)".contains("apt-get install zbar-tools tesseract-ocr"))
        }
    }

    @Test("A program gets the picture from memory, so that nothing is left on a disk")
    func memory() throws {
        let input = try MemoryInput([0x61, 0x62]), shell = LimitedProgram(path: "/bin/sh")
        #expect(try shell.output(["-c", "readlink /proc/self/fd/0"], input).hasPrefix("/memfd:"))
        for _ in 0..<2 { #expect(try shell.output(["-c", "cat"], input) == "ab") }
    }

    @Test("A program is ended at its deadline, its memory limit and the end of what is read")
    func limits() throws {
        let late = LimitedProgram(path: "/bin/sleep", deadline: .seconds(1)), begun = ContinuousClock.now
        let input = try MemoryInput([])
        #expect(throws: LimitedProgram.Problem.failed("it took longer than 1 s")) { try late.output(["60"], input) }
        #expect(ContinuousClock.now - begun < .seconds(20))
        let shell = LimitedProgram(path: "/bin/sh")
        #expect(try shell.output(["-c", "echo code; exit 4"], input) == "code\n")
        #expect(try shell.output(["-c", "ulimit -v"], input) == "\(1 << 20)\n")
        #expect(throws: LimitedProgram.Problem.self) { try shell.output(["-c", "yes"], input) }
    }
}
