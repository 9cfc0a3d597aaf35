import Desks
import Foundation
import KioskWeb
import Ordering
import TestSupport
import Testing

@testable import Desks

/// Speaking a note on the staff page; all notes at once.
@Suite(.timeLimit(.minutes(10)))
struct StaffSpeechTests {
    private static func enter(_ site: Site, _ browser: Browser) async throws {
        try await browser.open(site.address + "/staff")
        try await browser.wait(for: "document.querySelectorAll('#pad button').length === 12")
        for digit in "4711" { try await browser.click("#pad [data-key='\(digit)']") }
        try await browser.click("#pad .primary")
        try await browser.wait(for: "document.getElementById('tab-notes').checkVisibility()")
        try await browser.click("#tab-notes")
    }

    @Test(
        "A spoken statement fills the form with its question and answer; a microphone that is lost is said",
        .enabled(if: BrowserTests.isPossible, BrowserTests.reason), arguments: ScreenSize.all)
    func speak(size: ScreenSize) async throws {
        let dictation = ScriptedDictation()
        let notes = ScriptedNotes([Note(id: 1, questions: ["Where is the toilet?"], answer: "")])
        let desks = {
            var desks = KioskWebDesks()
            desks.noteSpeech = NoteSpeechDesk(dictation: dictation)
            return desks
        }
        try await Site.with(staff: ScriptedStaff(), notebook: notes, desks: { _ in desks() }) { site in
            try await Browser.with(arguments: Browser.calm) { browser in
                try await browser.resize(width: size.width, height: size.height)
                try await Self.enter(site, browser)
                try await browser.wait(for: "document.querySelector('#note-speak').checkVisibility()")
                try await browser.wait(for: "!document.querySelector('#note-speak').disabled")
                #expect(try await PageAudit(browser).findings == [])
                try await Screens.keep(browser, "\(size.name)-staff-speech")
                try await browser.click("#note-speak")
                await dictation.waits(forListening: true)
                dictation.say("the wifi password is beans and cream")
                try await browser.wait(
                    for: "document.querySelector('#note-heard').textContent.startsWith('the wifi password')")
                #expect(try await PageAudit(browser).findings == [])
                try await browser.click("#note-speak")
                try await browser.wait(for: "document.querySelector('#note-answer').value === 'Beans and cream'")
                #expect(
                    try await browser.value(of: "document.querySelector('#note-question').value")
                        == "What is the wifi password?")
                try await browser.click("[data-note-action=save]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 2")
                #expect(
                    notes.actions.last
                        == .add(question: "What is the wifi password?", answer: "Beans and cream", isPrivate: false))
                try await browser.click("#note-speak")
                await dictation.waits(forListening: true)
                dictation.set([.recognizer, .free])
                try await browser.wait(for: "document.querySelector('#note-speak').disabled")
                // All notes at once, and back.
                try await browser.click("[data-note-action=clear]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 0")
                try await browser.click("[data-note-action=undo]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 2")
                try await browser.click("[data-note-action=reset]")
                try await browser.wait(for: "document.querySelectorAll('.note-row').length === 1")
                #expect(notes.actions.suffix(3) == [.clear, .undo, .reset])
                // Who leaves takes the microphone along.
                try await browser.click("#staff-leave")
                try await browser.wait(for: "!document.querySelector('#note-speech').checkVisibility()")
            }
        }
    }

    @Test(
        "A statement becomes a question with its answer, and other words an answer",
        arguments: [
            ("the wifi password is beans and cream", "What is the wifi password?", "Beans and cream"),
            ("the opening hours are nine to five", "What are the opening hours?", "Nine to five"),
            ("downstairs on the left", "", "Downstairs on the left"), ("is it open", "", "Is it open"),
            ("the piano is", "", "The piano is"), ("", "", ""),
        ])
    func read(_ words: String, _ question: String, _ answer: String) {
        let note = SpokenNote(words)
        #expect(note.question == question && note.answer == answer)
    }
}
