internal import CProcess
internal import Glibc

/// Core dumps, which could contain what a guest said.
public enum CoreDumps {
    /// Disables core dumps of this process (`RLIMIT_CORE`), including collected ones, and access to its memory by
    /// processes of the same user (`PR_SET_DUMPABLE`). Its files under `/proc` then belong to root, so write those
    /// first.
    public static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(Int32(RLIMIT_CORE.rawValue), &none)
        _ = brews_set_dumpable(0)
    }

    /// Whether core dumps are disabled.
    public static var areForbidden: Bool {
        var limit = rlimit()
        return getrlimit(Int32(RLIMIT_CORE.rawValue), &limit) == 0 && limit.rlim_cur == 0 && limit.rlim_max == 0
            && brews_is_dumpable() == 0
    }
}
