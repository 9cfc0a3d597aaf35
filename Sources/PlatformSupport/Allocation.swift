internal import CProcess
internal import Glibc

/// Memory allocation of this process.
public enum Allocation {
    /// Makes glibc return freed memory to the system, for processes that run for months (`mallopt`). By default it
    /// keeps an arena for each thread and serves large blocks from the heap after the first one was freed.
    ///
    /// Call it before a second thread exists; the number of arenas is fixed then.
    public static func keepSmall() {
        _ = mallopt(M_ARENA_MAX, 1)
        _ = mallopt(M_MMAP_THRESHOLD, 512 << 10)
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }
}
