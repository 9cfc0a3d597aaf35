/// The bytes of a list, block by block.
public struct BlockSource {
    private let read: () throws(CatalogueError) -> [UInt8]

    /// - Parameter read: returns the next bytes; none at the end.
    public init(_ read: @escaping () throws(CatalogueError) -> [UInt8]) { self.read = read }

    /// The given blocks.
    public init(_ blocks: [[UInt8]]) {
        var rest = blocks.filter { !$0.isEmpty }[...]
        read = { rest.popFirst() ?? [] }
    }

    /// The next bytes; none at the end.
    func next() throws(CatalogueError) -> [UInt8] { try read() }
}
