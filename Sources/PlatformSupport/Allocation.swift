internal import CProcess
internal import Glibc

/// How this process takes memory from the system.
public enum Allocation {
    /// Gives what is freed back to the system instead of keeping it for later, for processes that run for months
    /// (`mallopt`). Left alone, glibc keeps an arena for each thread and, after a large block was freed once, takes
    /// blocks of that size from the heap.
    ///
    /// To be called before there is a second thread: from then on the number of arenas stands.
    public static func keepSmall() {
        _ = mallopt(M_ARENA_MAX, 1)
        _ = mallopt(M_MMAP_THRESHOLD, 512 << 10)
        _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
    }
}
