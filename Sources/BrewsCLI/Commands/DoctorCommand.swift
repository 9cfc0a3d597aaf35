internal import Feedback
internal import Foundation
internal import ModelCatalogue
internal import Ordering
internal import PlatformSupport
internal import SQLiteOrderStore
internal import Speech
internal import SpeechSynthesis
internal import VoskEngine
internal import WhisperEngine

/// `brews doctor`: finds what is wrong with this machine and names the command that fixes it.
enum DoctorCommand: Command {
    static let name = "doctor"
    static let spec = CommandSpec(
        name: "brews doctor",
        summary:
            "Checks libraries, model, recognition and its speed, audio devices, menu, language, disk, order store, "
            + "clock, heat and power.",
        options: [Setup.engineOption, Setup.secondOption, StoreLocation.option],
        examples: [
            ("brews doctor", "check everything; exit 4 when a library or model is missing or damaged"),
            ("brews doctor --menu tea-house.json --json", "with another menu, one JSON object a check"),
        ])

    private typealias Check = DoctorCheck

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else { throw CLIError.usage("\(spec.name) takes no operands") }
        let checks = await checks(arguments, setup)
        for check in checks {
            if setup.json {
                try setup.console.json(check)
            } else {
                let styles: [Check.Status: Console.Style] = [.ok: .green, .warning: .yellow, .error: .red]
                let status = setup.console.styled(check.status.rawValue.padded(to: 9), styles[check.status] ?? .bold)
                setup.console.line(
                    status + check.check.padded(to: 14) + check.detail + (check.mend.map { "; mend with: \($0)" } ?? "")
                        + (check.help.map { "; more: \($0)" } ?? "")
                )
            }
        }
        let failed = checks.filter { $0.status == .error }
        if !setup.json {
            setup.console.line(
                failed.isEmpty ? "ready to take orders" : "\(failed.count) of \(checks.count) checks failed")
        }
        return failed.map(\.exitCode).max() ?? 0
    }

    /// All checks.
    static func checks(_ arguments: Arguments, _ setup: Setup) async -> [DoctorCheck] {
        await partChecks(setup) + [diskCheck(), storeCheck(StoreLocation.path(arguments)), clockCheck()]
            + DoctorBoard.checks()
    }

    /// The components that take orders. One cause is reported by one check: what depends on a failed component is not
    /// checked.
    private static func partChecks(_ setup: Setup) async -> [Check] {
        let menu: Result<Menu, CLIError>
        do throws(CLIError) { menu = .success(try setup.menu()) } catch { menu = .failure(error) }
        var checks = await libraryChecks() + [modelCheck(setup)]
        /// The first of these components that failed.
        func broken(_ parts: String...) -> String? {
            parts.first { part in
                if part == "menu", case .failure = menu {
                    true
                } else {
                    checks.contains { $0.check == part && $0.status == .error }
                }
            }
        }
        /// Checks a component when those it depends on work.
        func add(_ check: String, restsOn part: String?, _ make: () async -> Check) async {
            if let part {
                checks.append(notChecked(check, "\(part) failed"))
            } else {
                checks.append(await make())
            }
        }
        await add("recognition", restsOn: broken("menu", "libvosk", "model", "espeak-ng")) {
            await recognitionCheck(setup)
        }
        if checks.contains(where: { $0.check == "recognition" && $0.status == .ok }) {
            if let speed = await DoctorBoard.speed(setup) { checks.append(speed) }
        }
        await add("whisper", restsOn: broken("libwhisper")) { whisperCheck(setup) }
        checks += audioChecks()
        let deaf = broken("libvosk", "model", "espeak-ng", "recognition")
        checks.append(await menuCheck(setup, menu, deaf: deaf))
        // A menu that cannot be heard may be in another language than the model.
        let isLoaded = (try? menu.get()) != nil
        await add("language", restsOn: isLoaded ? nil : "menu") { languageCheck(setup, menu) }
        return checks
    }

    /// - Parameter part: the part that was not checked.
    private static func notChecked(_ check: String, _ reason: String, of part: String = "") -> Check {
        Check(check: check, status: .warning, detail: "\(part)not checked: \(reason)", mend: nil, exitCode: 0)
    }

    private static func failed(_ check: String, _ error: any Error, status: Check.Status = .error, mend: String? = nil)
        -> Check
    {
        let failure = CLIError.from(error)
        return Check(
            check: check, status: status, detail: failure.message, mend: mend ?? Self.mend(failure),
            exitCode: status == .error ? failure.exitCode : 0)
    }

    /// The command that fixes it; `nil` when the command line itself is wrong.
    private static func mend(_ failure: CLIError) -> String? {
        switch failure {
        case .model(let error): error.mend
        case .engine(.libraryMissing), .library, .isolation: "scripts/setup"
        case .engine: "brews models verify"
        case .usage, .input, .audio, .menu, .download, .archive, .device, .store, .notebook, .catalogue, .output, .bug:
            nil
        }
    }

    private static func ok(_ check: String, _ detail: String) -> Check {
        Check(check: check, status: .ok, detail: detail, mend: nil, exitCode: 0)
    }

    private static func libraryChecks() async -> [Check] {
        func opens(_ check: String, _ names: [String], does: String) -> Check {
            do {
                let library = try DynamicLibrary(names)
                return ok(check, "\(library.path), \(does)")
            } catch {
                return Check(
                    check: check, status: .error, detail: "\(error.name) cannot be opened: \(error.reason)",
                    mend: "scripts/setup", exitCode: 4)
            }
        }
        let espeak: Check
        do {
            espeak = ok("espeak-ng", "\(try await EspeakSynthesizer.version()), speaks the replies")
        } catch {
            espeak = Check(
                check: "espeak-ng", status: .error, detail: "espeak-ng does not start", mend: "scripts/setup",
                exitCode: 4)
        }
        return [
            opens("libvosk", EngineLibraries.vosk, does: "recognises speech"),
            opens("libwhisper", EngineLibraries.whisper, does: "recognises speech with --engine whisper"),
            espeak,
        ]
    }

    private static func modelCheck(_ setup: Setup) -> Check {
        do {
            let model = try setup.verifiedModel()
            return ok(
                "model",
                "\(model.manifest.name) \(model.manifest.version), "
                    + "\(model.manifest.files.count.counted("file")) verified, in "
                    + "\(model.directory); \(ModelAbility(model.manifest).sentence)"
            )
        } catch {
            return failed("model", error)
        }
    }

    /// Recognises a synthesised order: libraries and model can be present and still not work.
    private static func recognitionCheck(_ setup: Setup) async -> Check {
        let sentence = "one large latte please"
        do {
            let model = try setup.verifiedModel().manifest, ability = ModelAbility(model)
            guard ability.hears(.english) else {
                _ = try setup.engine()
                let test = model.selfTest == nil ? "the model loads; it has no self-test" : "self-test passed"
                return notChecked(
                    "recognition", "the test sentence is English", of: "\(test); language: \(ability.languageName); ")
            }
            let engine = try setup.engine()
            // Whisper prefers the menu's words, as at the kiosk; the sentence is of the built-in one.
            let vocabulary =
                setup.engineChoice == .whisper
                ? try setup.vocabulary(for: MenuLoader.builtIn(), heardBy: engine) : nil
            let heard = try await SelfTest.hear(
                sentence, engine: engine, vocabulary: vocabulary, synthesizer: try EspeakSynthesizer())
            guard heard.contains("large latte") else {
                // The bundled Whisper model is valid but too small to recognise the order.
                let mend =
                    setup.engineChoice == .whisper && setup.modelName == Setup.whisperModel
                    ? "brews models fetch whisper-base-q8_0" : "brews models verify"
                return Check(
                    check: "recognition", status: .error, detail: "heard '\(heard)' instead of '\(sentence)'",
                    mend: mend, exitCode: 4)
            }
            return ok("recognition", "heard its own '\(sentence)'")
        } catch {
            return failed("recognition", error)
        }
    }

    /// Whisper is optional, so its absence is not an error.
    private static func whisperCheck(_ setup: Setup) -> Check {
        do {
            let (engine, name, hasSelfTest) = try setup.checkedWhisper()
            return ok(
                "whisper",
                "libwhisper \(engine.libraryVersion) with \(name), "
                    + (hasSelfTest ? "self-test passed" : "loads and gives valid output; it has no self-test"))
        } catch {
            if case let failure as ModelError = error { return failed("whisper", failure, status: .warning) }
            return failed("whisper", error, status: .warning, mend: "brews models verify")
        }
    }

    private static func audioChecks() -> [Check] {
        DoctorAudio.findings().map {
            Check(check: $0.check, status: $0.isGood ? .ok : .warning, detail: $0.detail, mend: $0.mend, exitCode: 0)
        }
    }

    /// - Parameter deaf: the failed component without which the menu cannot be checked; `nil` when all work.
    private static func menuCheck(_ setup: Setup, _ loaded: Result<Menu, CLIError>, deaf: String?) async -> Check {
        let mend = "brews menu check \(setup.menuPath ?? "FILE")"
        do {
            let menu = try loaded.get(), size = "\(menu.store.name): \(menu.items.count.counted("item"))"
            if let deaf { return notChecked("menu", "\(deaf) failed", of: "\(size); whether its words are heard is ") }
            let findings = try await MenuAudit.findings(menu, setup)
            let errors = findings.filter { $0.severity == .error }
            guard let first = errors.first else {
                let warning = findings.first.map { ": \($0)" } ?? ""
                return ok("menu", "\(size), \(findings.count.counted("warning"))\(warning)")
            }
            return Check(check: "menu", status: .error, detail: "\(menu.store.name): \(first)", mend: mend, exitCode: 3)
        } catch {
            return failed("menu", error, mend: mend)
        }
    }

    /// Checks that there are sentences in the requested language, and warns if guests must speak another.
    private static func languageCheck(_ setup: Setup, _ loaded: Result<Menu, CLIError>) -> Check {
        do {
            let menu = try loaded.get(), spoken = menu.store.spoken
            let locale = try setup.writer(for: menu).locale
            var detail = "\(locale), the kiosk's sentences"
            if !spoken.includes(locale) { detail += "; \(MenuAudit.mustSpeak(spoken))" }
            let model = try? setup.verifiedModel().manifest, ability = model.map(ModelAbility.init)
            if let model, let ability, !ability.hears(spoken) {
                detail +=
                    "; the model \(model.name) hears \(ability.languageName) and not \(spoken.name): choose another "
                    + "with --model"
            } else if spoken.includes(locale) {
                return ok("language", detail)
            }
            return Check(check: "language", status: .warning, detail: detail, mend: nil, exitCode: 0)
        } catch {
            return failed("language", error)
        }
    }

    private static func diskCheck() -> Check {
        let folder = FileManager.default.currentDirectoryPath
        let free = (try? FileManager.default.attributesOfFileSystem(forPath: folder))?[.systemFreeSize] as? NSNumber
        guard let free else {
            return Check(
                check: "disk", status: .warning, detail: "free space of \(folder) is unknown", mend: "df -h",
                exitCode: 0)
        }
        let megabytes = free.intValue / 1_000_000
        let least = 64
        guard megabytes >= least else {
            return Check(
                check: "disk", status: .error, detail: "\(megabytes) MB free; \(least) MB are needed", mend: "df -h",
                exitCode: 6)
        }
        return ok("disk", "\(megabytes) MB free")
    }

    /// Checks that orders are safe: file system, free space and every page of an existing store.
    private static func storeCheck(_ path: String) -> Check {
        func failure(_ error: StoreError, mend: String) -> Check {
            Check(check: "store", status: .error, detail: error.description, mend: mend, exitCode: 6)
        }
        // The folder is created with the store; until then its parent shows the disk.
        var folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder.deleteLastPathComponent()
        }
        do {
            let (kind, free) = try FileSystemKind.of(folder.path)
            let place = "on \(kind.name) with \(free / 1_000_000) MB free"
            if case .unsafe(let name) = kind {
                // A machine without a store may be a build machine in a container.
                let error = StoreError.fileSystem(path: folder.path, name: name),
                    isUsed = FileManager.default.fileExists(atPath: path)
                return Check(
                    check: "store", status: isUsed ? .error : .warning, detail: error.description,
                    mend: "brews kiosk --store FILE", exitCode: isUsed ? 6 : 0)
            }
            guard free >= 64_000_000 else {
                return failure(.full(doing: "keep orders in \(folder.path)"), mend: "df -h")
            }
            let name = URL(fileURLWithPath: path).lastPathComponent + ".damaged-"
            let aside = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
                $0.hasPrefix(name) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
            }
            let old = aside.isEmpty ? "" : "; moved aside as damaged: \(aside.sorted().joined(separator: ", "))"
            guard FileManager.default.fileExists(atPath: path) else {
                return ok("store", "none yet; brews kiosk makes \(path), \(place)\(old)")
            }
            let reader = try OrderReader(path: path)
            try reader.check()
            let detail =
                "\(try reader.count().counted("order")), all pages sound, \(place), "
                + "SQLite \(OrderReader.sqliteVersion)\(old)"
            if !aside.isEmpty {
                return Check(
                    check: "store", status: .warning, detail: detail, mend: "brews orders purge --days 30", exitCode: 0)
            }
            if case .unknown = kind {
                return Check(
                    check: "store", status: .warning, detail: detail, mend: "brews kiosk --store FILE", exitCode: 0)
            }
            return ok("store", detail)
        } catch {
            return failure(error, mend: "brews kiosk")
        }
    }

    private static func clockCheck() -> Check {
        let now = Date().timeIntervalSince1970
        guard now >= Double(StoreLocation.earliestClock) else {
            return Check(
                check: "clock", status: .warning, detail: "the clock is before this program was written",
                mend: "timedatectl set-time", exitCode: 0)
        }
        return ok("clock", ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: now)))
    }
}
