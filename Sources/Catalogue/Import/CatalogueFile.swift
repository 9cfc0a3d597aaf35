#if canImport(Glibc)
    internal import Glibc
#endif

/// The catalogue's file and the files beside it: the one that an import writes, and the lock of imports.
struct CatalogueFile {
    let path: String

    /// What an import writes. It replaces the catalogue at once when it is complete.
    var next: String { path + ".import" }
    private var lock: String { path + ".lock" }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Size in bytes; 0 for a missing file.
    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Excludes other imports until the result is closed (`flock`).
    ///
    /// - Returns: a descriptor for the caller to close.
    func lockImports() throws(CatalogueError) -> Int32 {
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", lock) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            throw code == EWOULDBLOCK ? .importing(path: path) : failure("lock", lock)
        }
        return descriptor
    }

    /// Removes what an import that was killed has left.
    func removeNext() {
        unlink(next)
        unlink(next + "-journal")
    }

    /// Makes the imported file the catalogue: on the medium first, then under its name.
    func replace() throws(CatalogueError) {
        try synchronise(next, O_RDWR)
        guard rename(next, path) == 0 else { throw failure("replace", path) }
        // The name survives a power cut after this.
        try synchronise(folder, O_RDONLY | O_DIRECTORY)
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates the folder, for its owner alone, and the folders above it.
    func makeFolder() throws(CatalogueError) {
        var made = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw failure("create", made) }
        }
    }

    private func synchronise(_ name: String, _ flags: Int32) throws(CatalogueError) {
        let descriptor = open(name, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", name) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            if errno == ENOSPC || errno == EDQUOT { throw .full(doing: "write the catalogue") }
            throw failure("write", name)
        }
    }

    private func failure(_ action: String, _ name: String) -> CatalogueError {
        .file(action: action, path: name, reason: String(cString: strerror(errno)))
    }
}
