internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// `brews bench …` runs the program `brews-bench` beside this one, which has its own help and options.
enum BenchProgram {
    static let name = "bench"
    static let summary = "Measures accuracy and latency: the same as brews-bench."
    private static let program = "brews-bench"

    #if DEBUG
        private static let configuration = "debug"
    #else
        private static let configuration = "release"
    #endif

    /// Replaces this process with `brews-bench`; returns only when that fails.
    ///
    /// - Parameter words: words after `brews bench`, passed on unchanged.
    static func become(_ words: [String]) -> CLIError {
        let folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: "brews")).deletingLastPathComponent().path
        let path = folder + "/" + program
        var pointers = ([path] + words).map { strdup($0) } + [nil]
        execv(path, &pointers)
        let reason = String(cString: strerror(errno))
        for pointer in pointers { free(pointer) }
        // The built program lies beside a `brews` of the same build; an installed one needs a copy.
        let copy = folder.contains("/.build/") ? "" : ", and copy it there"
        return .library(
            "\(path) cannot be started (\(reason)); build it with: swift build -c \(configuration) --product "
                + "\(program)\(copy)"
        )
    }
}
