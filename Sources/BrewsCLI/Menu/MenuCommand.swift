internal import Foundation
internal import KioskWeb
internal import OrderParsing
internal import Ordering
internal import Speech
internal import SpeechSynthesis

/// `brews menu`: validation of menus, and what the owner changes for the day.
enum MenuCommand: Command {
    static let name = "menu"
    static let spec = CommandSpec(
        name: "brews menu", summary: "Checks menus, and marks for the day what is sold out or has another price.",
        operands: "check FILE… | list | set NAME sold-out | set NAME back | set NAME price AMOUNT|reset",
        options: [
            StoreLocation.option,
            OptionSpec(
                "until", value: "DATE|tomorrow",
                "set sold-out: the day from which it can be ordered again (default: until it is put back)"),
        ],
        examples: [
            ("brews menu check tea-house.json", "check a menu; exit 3 when it has errors"),
            ("brews menu check --json tea-house.json", "one JSON object a finding"),
            ("brews menu list", "every item and option with its price, and what is changed"),
            ("brews menu set \"oat milk\" sold-out --until tomorrow", "a running kiosk follows between two guests"),
            ("brews menu set croissant back", "it can be ordered again"),
            ("brews menu set latte price 4.75", "another price than in the menu file; reset takes it back"),
        ])

    private struct Output: Encodable {
        let file: String
        let line: Int
        let key: String
        let severity: String
        let reason: String
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        switch arguments.operands.first {
        case "check": return try await check(arguments, setup)
        case "list": try MenuEditing(arguments, setup).list()
        case "set": try MenuEditing(arguments, setup).set(Array(arguments.operands.dropFirst()))
        default: throw CLIError.usage("brews menu takes check FILE, list or set NAME; see: brews menu --help")
        }
        return 0
    }

    private static func check(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let files = arguments.operands.dropFirst()
        guard !files.isEmpty else {
            throw CLIError.usage("brews menu check needs a menu file; see: brews menu --help")
        }
        var code: Int32 = 0
        for file in files {
            let findings: [MenuFinding]
            do {
                findings = try await self.findings(of: file, setup)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // One bad file does not end the check of the others.
                code = max(code, BrewsTool.fail(CLIError.from(error, file: file)))
                continue
            }
            for finding in findings {
                if setup.json {
                    try setup.console.json(
                        Output(
                            file: file, line: finding.line, key: finding.key, severity: finding.severity.rawValue,
                            reason: finding.reason))
                } else {
                    let style: Console.Style = finding.severity == .error ? .red : .yellow
                    setup.console.line("\(setup.console.styled(finding.severity.rawValue, style)): \(file):\(finding)")
                }
            }
            let errors = findings.count { $0.severity == .error }
            if !setup.json {
                let warnings = (findings.count - errors).counted("warning")
                setup.console.line("\(file): \(errors.counted("error")), \(warnings)")
            }
            if errors > 0 { code = max(code, 3) }
            try Console.checkOutput()
        }
        return code
    }

    /// Findings of a file: its errors, or what makes it hard to order from by voice.
    private static func findings(of file: String, _ setup: Setup) async throws -> [MenuFinding] {
        let menu: Menu
        do {
            menu = try Setup.menu(file: file)
        } catch .menu(_, let invalid) {
            return invalid.findings
        }
        let pictures = pictures(of: menu, file)
        return try await MenuAudit.findings(menu, setup) + pictures
    }

    /// Pictures that cannot be shown.
    private static func pictures(of menu: Menu, _ file: String) -> [MenuFinding] {
        PictureFiles(menu: menu, folder: MenuFolder.of(file)).problems().map { problem in
            let item = menu.items.firstIndex { $0.picture == problem.name } ?? 0
            return MenuFinding(
                severity: .warning, line: menu.items[item].line, key: "items[\(item)].picture",
                reason: "the picture \(problem.name) is not shown: \(problem.reason)")
        }
    }
}

/// Checks of a valid menu with the recogniser's vocabulary and the synthesiser's pronunciations.
enum MenuAudit {
    static func findings(_ menu: Menu, _ setup: Setup) async throws -> [MenuFinding] {
        let engine = try setup.engine()
        let phrases = Set(menu.spokenNames).sorted()
        let sounds = try await EspeakSynthesizer.phonemes(of: phrases)
        let soundOf = Dictionary(zip(phrases, sounds), uniquingKeysWith: { first, _ in first })
        return language(menu)
            + MenuChecks(canHear: { engine.canHear($0) }, pronounce: { soundOf[$0] ?? $0 }).findings(menu)
    }

    /// What guests must know where the kiosk's sentences are in another language.
    static func mustSpeak(_ language: SpokenLanguage) -> String {
        "guests must speak \(language.name) to order by voice, also for yes and no"
    }

    /// A warning about a menu in another language than the one that is recognised.
    private static func language(_ menu: Menu) -> [MenuFinding] {
        let locale = menu.store.locale
        guard !menu.store.spoken.includes(locale) else { return [] }
        return [
            MenuFinding(
                severity: .warning, line: menu.store.localeLine, key: "store.locale",
                reason: "the kiosk's sentences and page are in '\(locale)', but \(mustSpeak(menu.store.spoken))")
        ]
    }
}

extension Menu {
    /// The words of every name and alias of items and options.
    fileprivate var spokenNames: [String] {
        let ofItems = items.flatMap { [$0.name] + $0.aliases }
        let ofOptions = optionGroups.flatMap(\.options).flatMap { [$0.name] + $0.aliases }
        return (ofItems + ofOptions).map { SpokenWords($0).words.joined(separator: " ") }
    }
}
