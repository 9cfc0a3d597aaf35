#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Standard input, output and error of this process.
public enum StandardStreams {
    /// Occupies closed standard descriptors, so that no file opened later becomes standard output. Reading and printing
    /// still fail as if they were closed.
    ///
    /// Call it before any file is opened.
    public static func occupy() {
        for (descriptor, wrongWay) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given (`open(2)`), and those below are taken.
            _ = open("/dev/null", wrongWay)
        }
    }
}
