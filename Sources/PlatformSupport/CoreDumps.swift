internal import CProcess
internal import Glibc

/// What a guest said must not end in a core file.
public enum CoreDumps {
    /// Turns core dumps of this process off (`RLIMIT_CORE`), also those that a program collects, and keeps other
    /// processes of the same user from reading its memory (`PR_SET_DUMPABLE`). Its files under `/proc` then belong to
    /// root, so whatever it writes there comes before.
    public static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(Int32(RLIMIT_CORE.rawValue), &none)
        _ = brews_set_dumpable(0)
    }

    /// Whether this process leaves no core.
    public static var areForbidden: Bool {
        var limit = rlimit()
        return getrlimit(Int32(RLIMIT_CORE.rawValue), &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0
            && brews_is_dumpable() == 0
    }
}
