/// The network as steps in the order they are computed, with shapes and times checked.
///
/// Times are counted in feature frames. A step that nothing needs between its multiples of the output's interval is
/// computed at those only.
struct NetworkPlan: Sendable {
    /// Where a step's values come from: the features (`-1`) or an earlier step, so many frames before or after.
    struct Source: Equatable, Sendable {
        let step: Int
        let offset: Int
    }

    enum Operation: Sendable {
        /// Affine transform of the sources side by side, then the rectifier and the normalisation that follow it.
        case affine(AffineTransform, isRectified: Bool, scale: [Float], shift: [Float])
        /// First source times a factor, plus the second source.
        case sum(factor: Float)
    }

    struct Step: Sendable {
        var operation: Operation
        let sources: [Source]
        let width: Int
        /// Frames between two values.
        var interval = 1
    }

    private(set) var steps: [Step] = []
    let inputWidth: Int
    /// Feature frames before and after a time that its output needs.
    private(set) var leftContext = 0
    private(set) var rightContext = 0

    var outputWidth: Int { steps.last?.width ?? 0 }

    /// - Parameters:
    ///   - file: the model.
    ///   - interval: feature frames between two outputs.
    /// - Throws: `AcousticModelError` when the parts do not make a network that is computed here.
    init(_ file: AcousticModelFile, interval: Int) throws(AcousticModelError) {
        var builder = Builder(components: file.components)
        for line in file.description { try builder.add(line) }
        guard let inputWidth = builder.inputWidth, let output = builder.output, output == builder.steps.count - 1 else {
            throw .unsupported("its network's description has no input or no output")
        }
        self.inputWidth = inputWidth
        steps = builder.steps
        setIntervals(interval)
        setContext()
        guard leftContext <= 1_000, rightContext <= 1_000 else { throw .unsupported("its network looks too far") }
    }

    private mutating func setIntervals(_ interval: Int) {
        for index in steps.indices.reversed() {
            guard index < steps.count - 1 else {
                steps[index].interval = interval
                continue
            }
            let isSparse = steps[(index + 1)...].allSatisfy { user in
                user.sources.allSatisfy { $0.step != index || (user.interval == interval && $0.offset % interval == 0) }
            }
            steps[index].interval = isSparse ? interval : 1
        }
    }

    private mutating func setContext() {
        // The reach of each step's value, from the features up.
        var reach: [(left: Int, right: Int)] = []
        for step in steps {
            let sources = step.sources.map { source in
                let below = source.step < 0 ? (left: 0, right: 0) : reach[source.step]
                return (left: below.left - source.offset, right: below.right + source.offset)
            }
            reach.append((sources.map(\.left).max() ?? 0, sources.map(\.right).max() ?? 0))
        }
        leftContext = max(0, reach.last?.left ?? 0)
        rightContext = max(0, reach.last?.right ?? 0)
    }
}

/// Turns the lines of a network's description into steps.
private struct Builder {
    let components: [String: AcousticModelFile.Component]
    private(set) var steps: [NetworkPlan.Step] = []
    private(set) var inputWidth: Int?
    private(set) var output: Int?
    /// Step behind each node's name; the features are -1.
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
            nodes[name] = try step(component, input: source, line)
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
        source.step < 0 ? inputWidth ?? 0 : steps[source.step].width
    }

    /// - Returns: the step that holds the node's values.
    private mutating func step(_ component: AcousticModelFile.Component, input: String, _ line: String)
        throws(AcousticModelError) -> Int
    {
        switch component {
        case .affine(let transform):
            let sources = try sources(input, line)
            guard sources.reduce(0, { $0 + width(of: $1) }) == transform.columns else { throw unknown(line) }
            steps.append(
                .init(
                    operation: .affine(transform, isRectified: false, scale: [], shift: []), sources: sources,
                    width: transform.rows))
        case .rectifier(let width):
            // Both kinds that follow an affine step are computed with it.
            guard case .affine(let transform, false, let scale, _) = try last(input, width, line), scale.isEmpty else {
                throw unknown(line)
            }
            steps[steps.count - 1].operation = .affine(transform, isRectified: true, scale: [], shift: [])
        case .normalisation(let scale, let shift):
            guard case .affine(let transform, let isRectified, let before, _) = try last(input, scale.count, line),
                before.isEmpty
            else { throw unknown(line) }
            steps[steps.count - 1].operation = .affine(transform, isRectified: isRectified, scale: scale, shift: shift)
        case .identity(let width):
            let (factor, sources) = try sum(input, line)
            guard sources.allSatisfy({ self.width(of: $0) == width }) else { throw unknown(line) }
            steps.append(.init(operation: .sum(factor: factor), sources: sources, width: width))
        }
        return steps.count - 1
    }

    /// The operation of the step before, which must be what `input` names and be read by nobody else yet.
    private func last(_ input: String, _ width: Int, _ line: String) throws(AcousticModelError) -> NetworkPlan.Operation
    {
        guard let last = steps.last, nodes[input] == steps.count - 1, last.width == width else { throw unknown(line) }
        return last.operation
    }

    /// `name`, `Offset(name, n)` or `Append(…)` of these.
    private func sources(_ input: String, _ line: String) throws(AcousticModelError) -> [NetworkPlan.Source] {
        var found: [NetworkPlan.Source] = []
        for part in Self.parts(Self.inside("Append", input) ?? input) {
            if let offset = Self.inside("Offset", part) {
                let pair = Self.parts(offset)
                guard pair.count == 2, let node = nodes[pair[0]], let frames = Int(pair[1]), abs(frames) <= 100 else {
                    throw unknown(line)
                }
                found.append(.init(step: node, offset: frames))
            } else {
                guard let node = nodes[part] else { throw unknown(line) }
                found.append(.init(step: node, offset: 0))
            }
        }
        guard !found.isEmpty else { throw unknown(line) }
        return found
    }

    /// `Sum(Scale(factor, name), name)`.
    private func sum(_ input: String, _ line: String) throws(AcousticModelError) -> (Float, [NetworkPlan.Source]) {
        let parts = Self.inside("Sum", input).map(Self.parts) ?? []
        guard parts.count == 2, let scaled = Self.inside("Scale", parts[0]).map(Self.parts), scaled.count == 2,
            let factor = Float(scaled[0]), factor.isFinite,
            let first = nodes[scaled[1]], let second = nodes[parts[1]]
        else { throw unknown(line) }
        return (factor, [.init(step: first, offset: 0), .init(step: second, offset: 0)])
    }

    /// What stands between the brackets of `function(…)`.
    private static func inside(_ function: String, _ text: String) -> String? {
        guard text.hasPrefix(function + "("), text.hasSuffix(")") else { return nil }
        return String(text.dropFirst(function.count + 1).dropLast())
    }

    /// Cuts at the commas outside brackets.
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
