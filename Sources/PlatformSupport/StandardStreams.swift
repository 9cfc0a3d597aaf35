#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Descriptors 0 to 2 of this process.
public enum StandardStreams {
    /// Takes the places of those that the process was started without, so that no file that is opened later becomes
    /// standard output by accident. What takes them can be neither read nor written: reading and printing fail as if
    /// they were still closed.
    ///
    /// To be called before anything is opened.
    public static func occupy() {
        for (descriptor, wrongWay) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is given (`open(2)`), and those below are taken.
            _ = open("/dev/null", wrongWay)
        }
    }
}
