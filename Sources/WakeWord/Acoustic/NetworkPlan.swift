internal import Speech

/// The layers of a network in the order of evaluation, with checked shapes and times.
///
/// Times are counted in feature frames. A layer whose values are needed only at multiples of the output's interval is
/// evaluated only there.
struct NetworkPlan: Sendable {
    /// An input of a layer: the features (`-1`) or an earlier layer, at an offset in frames.
    struct Source: Equatable, Sendable {
        let layer: Int
        let offset: Int
    }

    enum Operation: Sendable {
        /// Affine transform of the concatenated inputs, followed by an optional rectifier and normalisation.
        case affine(AffineTransform, isRectified: Bool, scale: [Float], shift: [Float])
        /// First input times a factor, plus the second input.
        case sum(factor: Float)
    }

    struct Layer: Sendable {
        var operation: Operation
        let sources: [Source]
        let width: Int
        /// Frames between two values.
        var interval = 1
    }

    private(set) var layers: [Layer] = []
    let inputWidth: Int
    /// Feature frames of left and right context of an output.
    private(set) var leftContext = 0
    private(set) var rightContext = 0

    var outputWidth: Int { layers.last?.width ?? 0 }

    /// Plans the evaluation.
    ///
    /// - Parameters:
    ///   - file: the model.
    ///   - interval: feature frames between two outputs.
    /// - Throws: `AcousticModelError` when the parts form no supported network.
    init(_ file: AcousticModelFile, interval: Int) throws(AcousticModelError) {
        var builder = Builder(components: file.components)
        for line in file.description { try builder.add(line) }
        guard let inputWidth = builder.inputWidth, let output = builder.output, output == builder.layers.count - 1
        else {
            throw .unsupported("its network's description has no input or no output")
        }
        self.inputWidth = inputWidth
        layers = builder.layers
        setIntervals(interval)
        setContext()
        guard leftContext <= 1_000, rightContext <= 1_000 else {
            throw .unsupported("its network has too much context")
        }
    }

    private mutating func setIntervals(_ interval: Int) {
        for index in layers.indices.reversed() {
            guard index < layers.count - 1 else {
                layers[index].interval = interval
                continue
            }
            let isSparse = layers[(index + 1)...].allSatisfy { reader in
                reader.sources.allSatisfy {
                    $0.layer != index || (reader.interval == interval && $0.offset % interval == 0)
                }
            }
            layers[index].interval = isSparse ? interval : 1
        }
    }

    private mutating func setContext() {
        // Context of each layer's values, beginning with the first layer.
        var contexts: [(left: Int, right: Int)] = []
        for layer in layers {
            let sources = layer.sources.map { source in
                let below = source.layer < 0 ? (left: 0, right: 0) : contexts[source.layer]
                return (left: below.left - source.offset, right: below.right + source.offset)
            }
            contexts.append((sources.map(\.left).max() ?? 0, sources.map(\.right).max() ?? 0))
        }
        leftContext = max(0, contexts.last?.left ?? 0)
        rightContext = max(0, contexts.last?.right ?? 0)
    }
}

/// Parses the lines of a network's description into layers.
private struct Builder {
    let components: [String: AcousticModelFile.Component]
    private(set) var layers: [NetworkPlan.Layer] = []
    private(set) var inputWidth: Int?
    private(set) var output: Int?
    /// Layer of each node; the features are -1.
    private var nodes: [String: Int] = [:]

    init(components: [String: AcousticModelFile.Component]) { self.components = components }

    mutating func add(_ line: String) throws(AcousticModelError) {
        let input = line.firstRange(of: " input=")
        let words = line[..<(input?.lowerBound ?? line.endIndex)].split(separator: " ")
        var values: [Substring: String] = [:]
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { throw unknown(line) }
            values[parts[0]] = String(parts[1])
        }
        guard let kind = words.first, let name = values["name"], nodes[name] == nil || kind == "output-node" else {
            throw unknown(line)
        }
        let source = input.map { String(line[$0.upperBound...]) } ?? ""
        switch kind {
        case "input-node":
            guard inputWidth == nil, let width = values["dim"].flatMap({ Int($0) }), (1...4_096).contains(width) else {
                throw unknown(line)
            }
            inputWidth = width
            nodes[name] = -1
        case "component-node":
            guard let component = values["component"].flatMap({ components[$0] }) else { throw unknown(line) }
            nodes[name] = try addLayer(component, input: source, line)
        case "output-node":
            guard let node = source.split(separator: " ").first.flatMap({ nodes[String($0)] }) else {
                throw unknown(line)
            }
            output = node
        default: throw unknown(line)
        }
    }

    private func unknown(_ line: String) -> AcousticModelError {
        .unsupported("its network's description says '\(line.prefix(200))'")
    }

    private func width(of source: NetworkPlan.Source) -> Int {
        source.layer < 0 ? inputWidth ?? 0 : layers[source.layer].width
    }

    /// Adds a component.
    ///
    /// - Returns: the layer with the node's values.
    private mutating func addLayer(_ component: AcousticModelFile.Component, input: String, _ line: String)
        throws(AcousticModelError) -> Int
    {
        switch component {
        case .affine(let transform):
            let sources = try sources(input, line)
            guard sources.reduce(0, { $0 + width(of: $1) }) == transform.columns else { throw unknown(line) }
            layers.append(
                .init(
                    operation: .affine(transform, isRectified: false, scale: [], shift: []), sources: sources,
                    width: transform.rows))
        case .rectifier(let width):
            // Rectifier and normalisation are merged into the affine layer before them.
            guard case .affine(let transform, false, let scale, _) = try last(input, width, line), scale.isEmpty else {
                throw unknown(line)
            }
            layers[layers.count - 1].operation = .affine(transform, isRectified: true, scale: [], shift: [])
        case .normalization(let scale, let shift):
            guard case .affine(let transform, let isRectified, let before, _) = try last(input, scale.count, line),
                before.isEmpty
            else { throw unknown(line) }
            layers[layers.count - 1].operation = .affine(
                transform, isRectified: isRectified, scale: scale, shift: shift)
        case .identity(let width):
            let (factor, sources) = try sum(input, line)
            guard sources.allSatisfy({ self.width(of: $0) == width }) else { throw unknown(line) }
            layers.append(.init(operation: .sum(factor: factor), sources: sources, width: width))
        }
        return layers.count - 1
    }

    /// Returns the operation of the previous layer, which must be the one named by `input` and have no other reader
    /// yet.
    private func last(_ input: String, _ width: Int, _ line: String) throws(AcousticModelError) -> NetworkPlan.Operation
    {
        guard let last = layers.last, nodes[input] == layers.count - 1, last.width == width else { throw unknown(line) }
        return last.operation
    }

    /// Parses `name`, `Offset(name, n)` or `Append(…)` of these.
    private func sources(_ input: String, _ line: String) throws(AcousticModelError) -> [NetworkPlan.Source] {
        var found: [NetworkPlan.Source] = []
        for part in Self.parts(Self.argument("Append", input) ?? input) {
            if let offset = Self.argument("Offset", part) {
                let pair = Self.parts(offset)
                guard pair.count == 2, let node = nodes[pair[0]], let frames = Int(pair[1]), abs(frames) <= 100 else {
                    throw unknown(line)
                }
                found.append(.init(layer: node, offset: frames))
            } else {
                guard let node = nodes[part] else { throw unknown(line) }
                found.append(.init(layer: node, offset: 0))
            }
        }
        guard !found.isEmpty else { throw unknown(line) }
        return found
    }

    /// Parses `Sum(Scale(factor, name), name)`.
    private func sum(_ input: String, _ line: String) throws(AcousticModelError) -> (Float, [NetworkPlan.Source]) {
        let parts = Self.argument("Sum", input).map(Self.parts) ?? []
        guard parts.count == 2, let scaled = Self.argument("Scale", parts[0]).map(Self.parts), scaled.count == 2,
            let factor = Float(scaled[0]), factor.isFinite,
            let first = nodes[scaled[1]], let second = nodes[parts[1]]
        else { throw unknown(line) }
        return (factor, [.init(layer: first, offset: 0), .init(layer: second, offset: 0)])
    }

    /// Returns the text between the brackets of `function(…)`.
    private static func argument(_ function: String, _ text: String) -> String? {
        guard text.hasPrefix(function + "("), text.hasSuffix(")") else { return nil }
        return String(text.dropFirst(function.count + 1).dropLast())
    }

    /// Splits at the commas outside brackets.
    private static func parts(_ text: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if character == ",", depth == 0 {
                parts.append("")
            } else if character != " " {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}
