#ifndef BREWS_EMBEDDED_FILES_H
#define BREWS_EMBEDDED_FILES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Files compiled into a program with the C23 directive #embed: a literal of bytes in Swift takes the compiler 0.1 ms a
 * byte. One source file a module, so that a program contains only the files of the modules that it uses.
 */

/* Bytes of a file; constant and valid until the program ends. */
struct EmbeddedFile {
    const uint8_t *_Nonnull start;
    size_t count;
};

/* Declares a file. Swift sees it as EmbeddedFile.name. Safe on any thread. */
#define EMBEDDED_FILE(name) \
    struct EmbeddedFile brews_embedded_##name(void) __attribute__((swift_name("getter:EmbeddedFile." #name "()")))

/* Ordering */
EMBEDDED_FILE(cafeMenu);
EMBEDDED_FILE(speechCorrections);

/* Phonetics */
EMBEDDED_FILE(letterToSoundRules);

/* Catalogue */
EMBEDDED_FILE(demonstrationBooks);

/* VoiceSearch */
EMBEDDED_FILE(searchEnglish);

/* ModelCatalogue */
EMBEDDED_FILE(modelCatalogue);

/* SQLiteOrderStore */
EMBEDDED_FILE(numberWords);

/* Notebook */
EMBEDDED_FILE(defaultQuestions);

/* NoteMatching */
EMBEDDED_FILE(noteWords);

/* VoiceKit */
EMBEDDED_FILE(spokenNumbers);
EMBEDDED_FILE(givenNames);

/* Transcription */
EMBEDDED_FILE(transcriptLanguage);
EMBEDDED_FILE(completionPatterns);
EMBEDDED_FILE(modifierIcons);

/* OrderParsing */
EMBEDDED_FILE(parserEnglish);
EMBEDDED_FILE(parserGerman);
EMBEDDED_FILE(parserKorean);
EMBEDDED_FILE(shortForms);
EMBEDDED_FILE(menuSearchEnglish);

/* WakeWord */
EMBEDDED_FILE(phoneBigram);
EMBEDDED_FILE(commonWords);

/* Feedback */
EMBEDDED_FILE(earcons);
EMBEDDED_FILE(promptsEnglish);
EMBEDDED_FILE(promptsSpanish);
EMBEDDED_FILE(promptsFrench);
EMBEDDED_FILE(promptsGerman);

/* OrderSession */
EMBEDDED_FILE(keywordsEnglish);
EMBEDDED_FILE(keywordsSpanish);
EMBEDDED_FILE(keywordsFrench);
EMBEDDED_FILE(keywordsGerman);
EMBEDDED_FILE(keywordsKorean);

/* Receipts */
EMBEDDED_FILE(receiptWords);

/* KioskWeb */
EMBEDDED_FILE(pageHTML);
EMBEDDED_FILE(pageBaseStyle);
EMBEDDED_FILE(pageStyle);
EMBEDDED_FILE(pageScreensStyle);
EMBEDDED_FILE(pageScript);
EMBEDDED_FILE(pageLinkScript);
EMBEDDED_FILE(pageDomScript);
EMBEDDED_FILE(pageIconsScript);
EMBEDDED_FILE(pageVoiceScript);
EMBEDDED_FILE(pageMenuScript);
EMBEDDED_FILE(pageSheetScript);
EMBEDDED_FILE(pageOrderScript);
EMBEDDED_FILE(pageScreensScript);
EMBEDDED_FILE(pageKeyboardScript);
EMBEDDED_FILE(pageLockScript);
EMBEDDED_FILE(pageKeypadScript);
EMBEDDED_FILE(pageComfortScript);
EMBEDDED_FILE(pageStaffCallScript);
EMBEDDED_FILE(pageStaffBellScript);
EMBEDDED_FILE(pageWordsEnScript);
EMBEDDED_FILE(pageWordsDeScript);
EMBEDDED_FILE(pageWordsEsScript);
EMBEDDED_FILE(pageWordsFrScript);
EMBEDDED_FILE(searchHTML);
EMBEDDED_FILE(searchStyle);
EMBEDDED_FILE(searchScript);
EMBEDDED_FILE(searchCardScript);
EMBEDDED_FILE(searchListScript);
EMBEDDED_FILE(pageDeskScript);
EMBEDDED_FILE(pageKeptScript);
EMBEDDED_FILE(pageEndingStyle);
EMBEDDED_FILE(pageEndingScript);
EMBEDDED_FILE(pagePicturesScript);
EMBEDDED_FILE(pageWaveScript);
EMBEDDED_FILE(assistantHTML);
EMBEDDED_FILE(assistantStyle);
EMBEDDED_FILE(assistantScript);
EMBEDDED_FILE(assistantDoorScript);
EMBEDDED_FILE(assistantOrbScript);
EMBEDDED_FILE(assistantMediaScript);
EMBEDDED_FILE(pagePictureScript);
EMBEDDED_FILE(staffSpeechScript);
EMBEDDED_FILE(staffHTML);
EMBEDDED_FILE(staffStyle);
EMBEDDED_FILE(staffScript);
EMBEDDED_FILE(staffVoicesScript);
EMBEDDED_FILE(staffNotesScript);
EMBEDDED_FILE(staffMenuScript);
EMBEDDED_FILE(staffOrdersScript);
EMBEDDED_FILE(pageFavouritesScript);
EMBEDDED_FILE(pageComfortStyle);
EMBEDDED_FILE(staffHoursScript);
EMBEDDED_FILE(ownerEnglish);
EMBEDDED_FILE(serviceWords);
EMBEDDED_FILE(staffMicrophoneScript);
EMBEDDED_FILE(pageMarkImage);

#endif
