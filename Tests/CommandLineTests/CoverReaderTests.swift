internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// Searches by a picture.
struct CoverReaderTests {
    private static let hasBarcodes = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")

    /// The barcode 9780141439600, drawn two dots a bar.
    private static let barcode = """
        iVBORw0KGgoAAAANSUhEUgAAAO4AAAAoAQAAAADRJPsmAAAAM0lEQVR42mP4//+/MTP/eeMD\
        Hz4fOM9vbMx8/jOzzfkPNgc+GwOlGEalR6VHpUelh5o0AE2RyCcc4dc0AAAAAElFTkSuQmCC
        """

    private static func picture(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> String {
        let file = folder.url.appending(path: "picture.png")
        try Data(bytes).write(to: file)
        return file.path
    }

    @Test("The ISBN of a barcode is read", .enabled(if: hasBarcodes, "zbar-tools is not installed"))
    func barcode() async throws {
        let folder = try TemporaryFolder()
        let bytes = try #require(Data(base64Encoded: Self.barcode))
        let reading = try await CoverReader().read(try Self.picture(Array(bytes), in: folder))
        #expect(reading == .code("9780141439600"))
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
        let folder = try TemporaryFolder()
        for bytes: [UInt8] in [Array("<svg/>".utf8), [], [0x89, 0x50]] {
            let file = try Self.picture(bytes, in: folder)
            await #expect(throws: CLIError.self) { try await CoverReader().read(file) }
        }
        await #expect(throws: CLIError.self) { try await CoverReader().read("/nowhere.png") }
        await #expect(throws: CLIError.self) { try await CoverReader().read("/dev/zero") }
    }

    @Test("Without the programs the error says what to install")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let bytes = try #require(Data(base64Encoded: Self.barcode)), nowhere = LimitedProgram(path: "/nowhere")
        let file = try Self.picture(Array(bytes), in: folder)
        do {
            _ = try await CoverReader(barcodes: nowhere, text: nowhere).read(file)
            Issue.record("it has read a picture without programs")
        } catch {
            #expect("\(CLIError.from(error).message)".contains("apt-get install zbar-tools tesseract-ocr"))
        }
    }

    @Test("A program is ended at its deadline, its memory limit and the end of what is read")
    func limits() throws {
        let late = LimitedProgram(path: "/bin/sleep", deadline: .seconds(1)), begun = ContinuousClock.now
        #expect(throws: LimitedProgram.Problem.failed("it took longer than 1 s")) { try late.output(["60"]) }
        #expect(ContinuousClock.now - begun < .seconds(20))
        let shell = LimitedProgram(path: "/bin/sh")
        #expect(try shell.output(["-c", "echo code; exit 4"]) == "code\n")
        #expect(try shell.output(["-c", "ulimit -v"]) == "\(1 << 20)\n")
        #expect(throws: LimitedProgram.Problem.self) { try shell.output(["-c", "yes"]) }
    }
}
