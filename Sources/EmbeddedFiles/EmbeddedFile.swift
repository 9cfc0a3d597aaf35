@_exported public import CEmbeddedFiles

/// A file compiled into the program, such as `EmbeddedFile.cafeMenu`.
///
/// The names and the files behind them are listed in the C target `CEmbeddedFiles`.
extension EmbeddedFile {
    /// Copy of the file's bytes.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }
}
