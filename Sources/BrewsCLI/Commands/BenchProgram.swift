internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// `brews bench …` is `brews-bench …`, the program beside this one, which has help and options of its own.
enum BenchProgram {
    static let name = "bench"
    static let summary = "Measures accuracy and latency: the same as brews-bench."
    private static let program = "brews-bench"

    #if DEBUG
        private static let configuration = "debug"
    #else
        private static let configuration = "release"
    #endif

    /// Makes this process that program; comes back only when it cannot be started.
    ///
    /// - Parameter words: what follows `brews bench`, passed on as it is.
    static func become(_ words: [String]) -> CLIError {
        let folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: "brews")).deletingLastPathComponent().path
        let path = folder + "/" + program
        var pointers = ([path] + words).map { strdup($0) } + [nil]
        execv(path, &pointers)
        let reason = String(cString: strerror(errno))
        for pointer in pointers { free(pointer) }
        // What is built lies beside a `brews` that was built in the same way; one that was installed needs a copy.
        let copy = folder.contains("/.build/") ? "" : ", and copy it there"
        return .library(
            "\(path) cannot be started (\(reason)); build it with: swift build -c \(configuration) --product \(program)\(copy)"
        )
    }
}
