#include "embedded_files.h"
#include "definition.h"

static const uint8_t pageHTML[] = {
#embed "../KioskWeb/Page/page.html"
};
DEFINE_EMBEDDED_FILE(pageHTML)

static const uint8_t pageBaseStyle[] = {
#embed "../KioskWeb/Page/base.css"
};
DEFINE_EMBEDDED_FILE(pageBaseStyle)

static const uint8_t pageStyle[] = {
#embed "../KioskWeb/Page/page.css"
};
DEFINE_EMBEDDED_FILE(pageStyle)

static const uint8_t pageScreensStyle[] = {
#embed "../KioskWeb/Page/screens.css"
};
DEFINE_EMBEDDED_FILE(pageScreensStyle)

static const uint8_t pageScript[] = {
#embed "../KioskWeb/Page/page.js"
};
DEFINE_EMBEDDED_FILE(pageScript)

static const uint8_t pageLinkScript[] = {
#embed "../KioskWeb/Page/link.js"
};
DEFINE_EMBEDDED_FILE(pageLinkScript)

static const uint8_t pageDomScript[] = {
#embed "../KioskWeb/Page/dom.js"
};
DEFINE_EMBEDDED_FILE(pageDomScript)

static const uint8_t pageIconsScript[] = {
#embed "../KioskWeb/Page/icons.js"
};
DEFINE_EMBEDDED_FILE(pageIconsScript)

static const uint8_t pageVoiceScript[] = {
#embed "../KioskWeb/Page/voice.js"
};
DEFINE_EMBEDDED_FILE(pageVoiceScript)

static const uint8_t pageMenuScript[] = {
#embed "../KioskWeb/Page/menu.js"
};
DEFINE_EMBEDDED_FILE(pageMenuScript)

static const uint8_t pageSheetScript[] = {
#embed "../KioskWeb/Page/sheet.js"
};
DEFINE_EMBEDDED_FILE(pageSheetScript)

static const uint8_t pageOrderScript[] = {
#embed "../KioskWeb/Page/order.js"
};
DEFINE_EMBEDDED_FILE(pageOrderScript)

static const uint8_t pageScreensScript[] = {
#embed "../KioskWeb/Page/screens.js"
};
DEFINE_EMBEDDED_FILE(pageScreensScript)

static const uint8_t pageKeyboardScript[] = {
#embed "../KioskWeb/Page/keyboard.js"
};
DEFINE_EMBEDDED_FILE(pageKeyboardScript)

static const uint8_t pageLockScript[] = {
#embed "../KioskWeb/Page/lock.js"
};
DEFINE_EMBEDDED_FILE(pageLockScript)

static const uint8_t pageKeypadScript[] = {
#embed "../KioskWeb/Page/keypad.js"
};
DEFINE_EMBEDDED_FILE(pageKeypadScript)

static const uint8_t pageComfortScript[] = {
#embed "../KioskWeb/Page/comfort.js"
};
DEFINE_EMBEDDED_FILE(pageComfortScript)

static const uint8_t pageStaffCallScript[] = {
#embed "../KioskWeb/Page/staff-call.js"
};
DEFINE_EMBEDDED_FILE(pageStaffCallScript)

static const uint8_t pageStaffBellScript[] = {
#embed "../KioskWeb/Page/staff-bell.js"
};
DEFINE_EMBEDDED_FILE(pageStaffBellScript)

static const uint8_t pageWordsEnScript[] = {
#embed "../KioskWeb/Page/words-en.js"
};
DEFINE_EMBEDDED_FILE(pageWordsEnScript)

static const uint8_t pageWordsDeScript[] = {
#embed "../KioskWeb/Page/words-de.js"
};
DEFINE_EMBEDDED_FILE(pageWordsDeScript)

static const uint8_t pageWordsEsScript[] = {
#embed "../KioskWeb/Page/words-es.js"
};
DEFINE_EMBEDDED_FILE(pageWordsEsScript)

static const uint8_t pageWordsFrScript[] = {
#embed "../KioskWeb/Page/words-fr.js"
};
DEFINE_EMBEDDED_FILE(pageWordsFrScript)

static const uint8_t staffHTML[] = {
#embed "../KioskWeb/Page/staff.html"
};
DEFINE_EMBEDDED_FILE(staffHTML)

static const uint8_t staffStyle[] = {
#embed "../KioskWeb/Page/staff.css"
};
DEFINE_EMBEDDED_FILE(staffStyle)

static const uint8_t staffScript[] = {
#embed "../KioskWeb/Page/staff.js"
};
DEFINE_EMBEDDED_FILE(staffScript)

static const uint8_t staffVoicesScript[] = {
#embed "../KioskWeb/Page/staff-voices.js"
};
DEFINE_EMBEDDED_FILE(staffVoicesScript)

static const uint8_t staffNotesScript[] = {
#embed "../KioskWeb/Page/staff-notes.js"
};
DEFINE_EMBEDDED_FILE(staffNotesScript)

static const uint8_t staffMenuScript[] = {
#embed "../KioskWeb/Page/staff-menu.js"
};
DEFINE_EMBEDDED_FILE(staffMenuScript)

static const uint8_t staffOrdersScript[] = {
#embed "../KioskWeb/Page/staff-orders.js"
};
DEFINE_EMBEDDED_FILE(staffOrdersScript)

static const uint8_t staffHoursScript[] = {
#embed "../KioskWeb/Page/staff-hours.js"
};
DEFINE_EMBEDDED_FILE(staffHoursScript)

static const uint8_t staffMicrophoneScript[] = {
#embed "../KioskWeb/Page/staff-microphone.js"
};
DEFINE_EMBEDDED_FILE(staffMicrophoneScript)

static const uint8_t pageMarkImage[] = {
#embed "../KioskWeb/Page/mark.svg"
};
DEFINE_EMBEDDED_FILE(pageMarkImage)

static const uint8_t searchHTML[] = {
#embed "../KioskWeb/Page/search.html"
};
DEFINE_EMBEDDED_FILE(searchHTML)

static const uint8_t searchStyle[] = {
#embed "../KioskWeb/Page/search.css"
};
DEFINE_EMBEDDED_FILE(searchStyle)

static const uint8_t searchScript[] = {
#embed "../KioskWeb/Page/search.js"
};
DEFINE_EMBEDDED_FILE(searchScript)

static const uint8_t searchCardScript[] = {
#embed "../KioskWeb/Page/search-card.js"
};
DEFINE_EMBEDDED_FILE(searchCardScript)

static const uint8_t searchListScript[] = {
#embed "../KioskWeb/Page/search-list.js"
};
DEFINE_EMBEDDED_FILE(searchListScript)

static const uint8_t pageDeskScript[] = {
#embed "../KioskWeb/Page/desk.js"
};
DEFINE_EMBEDDED_FILE(pageDeskScript)

static const uint8_t pageKeptScript[] = {
#embed "../KioskWeb/Page/kept.js"
};
DEFINE_EMBEDDED_FILE(pageKeptScript)

static const uint8_t pageWaveScript[] = {
#embed "../KioskWeb/Page/wave.js"
};
DEFINE_EMBEDDED_FILE(pageWaveScript)

static const uint8_t assistantHTML[] = {
#embed "../KioskWeb/Page/assistant.html"
};
DEFINE_EMBEDDED_FILE(assistantHTML)

static const uint8_t assistantStyle[] = {
#embed "../KioskWeb/Page/assistant.css"
};
DEFINE_EMBEDDED_FILE(assistantStyle)

static const uint8_t assistantScript[] = {
#embed "../KioskWeb/Page/assistant.js"
};
DEFINE_EMBEDDED_FILE(assistantScript)

static const uint8_t assistantDoorScript[] = {
#embed "../KioskWeb/Page/door.js"
};
DEFINE_EMBEDDED_FILE(assistantDoorScript)

static const uint8_t assistantOrbScript[] = {
#embed "../KioskWeb/Page/orb.js"
};
DEFINE_EMBEDDED_FILE(assistantOrbScript)

static const uint8_t staffSpeechScript[] = {
#embed "../KioskWeb/Page/staff-speech.js"
};
DEFINE_EMBEDDED_FILE(staffSpeechScript)

static const uint8_t pageEndingStyle[] = {
#embed "../KioskWeb/Page/ending.css"
};
DEFINE_EMBEDDED_FILE(pageEndingStyle)

static const uint8_t pageEndingScript[] = {
#embed "../KioskWeb/Page/ending.js"
};
DEFINE_EMBEDDED_FILE(pageEndingScript)

static const uint8_t pagePicturesScript[] = {
#embed "../KioskWeb/Page/pictures.js"
};
DEFINE_EMBEDDED_FILE(pagePicturesScript)

static const uint8_t pagePictureScript[] = {
#embed "../KioskWeb/Page/picture.js"
};
DEFINE_EMBEDDED_FILE(pagePictureScript)

static const uint8_t assistantMediaScript[] = {
#embed "../KioskWeb/Page/assistant-media.js"
};
DEFINE_EMBEDDED_FILE(assistantMediaScript)

static const uint8_t pageFavouritesScript[] = {
#embed "../KioskWeb/Page/favourites.js"
};
DEFINE_EMBEDDED_FILE(pageFavouritesScript)

static const uint8_t pageComfortStyle[] = {
#embed "../KioskWeb/Page/comfort.css"
};
DEFINE_EMBEDDED_FILE(pageComfortStyle)
