internal import Foundation

/// Shell scripts in the place of other programs.
public enum ScriptedProgram {
    /// Writes a script that can be started at once.
    ///
    /// While the file is open for writing, a child that some other test starts inherits that until it is a program
    /// itself, and the kernel starts no file that is open for writing ("Text file busy"). A read lease is given only
    /// where nobody writes (`fcntl`, `F_SETLEASE`).
    public static func write(_ script: String, to path: String) throws {
        // Not by `Data.write`, whose descriptor a child may keep for as long as it runs.
        let output = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
        let handle = FileHandle(fileDescriptor: output, closeOnDealloc: false)
        try handle.write(contentsOf: Data("#!/bin/sh\n\(script)\n".utf8))
        close(output)
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        for _ in 0..<10_000 {
            if fcntl(file, leaseCommand, Int32(F_RDLCK)) == 0 { break }
            guard errno == EAGAIN else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            usleep(1_000)
        }
    }

    /// `F_SETLEASE` of Linux, which Swift does not import.
    private static let leaseCommand: Int32 = 1_024
}
