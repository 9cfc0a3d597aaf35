#compdef brews
# zsh completion for brews. Made by: brews help completion zsh
_brews() {
  local -a commands
  commands=(
    'order:Takes a spoken order\: prints what was heard, the items with prices, and the reply.'
    'parse:Understands text as an order, without any audio.'
    'transcribe:Recognises speech and prints results as they come.'
    'vad:Finds the stretches of speech in a recording, and what is wrong with its signal.'
    'wake:Finds the wake phrase in recordings.'
    'listen:Hears one answer\: a number, a name, a command, or free speech.'
    'say:Speaks a text with sounds and pauses, or writes it to a WAV file.'
    'voices:Lists the voices of espeak-ng and Piper, and the profiles that were saved.'
    'menu:Checks menus, and marks for the day what is sold out or has another price.'
    'models:Lists, verifies, fetches, bundles and installs models.'
    'kiosk:Takes orders by voice and touch\: microphone, wake word, screen, store.'
    'screen:Shows a kiosk'\''s page in Chromium, full screen, and starts it again when the page freezes.'
    'orders:Lists, shows, exports and purges what the order store holds.'
    'notebook:Keeps questions and answers for guests, and shows what guests asked that no note answers.'
    'chat:Answers typed questions from the notebook and the menu, and says where each answer comes from.'
    'replay:Decides a session'\''s event log anew and shows what comes out otherwise.'
    'search:Finds books, songs, things and menu items, by text, by voice or by a picture.'
    'catalogue:Imports lists of books, songs or things, and shows what the catalogue holds.'
    'config:Lists the keys of the settings file of --config, or checks a file.'
    'doctor:Checks libraries, model, recognition and its speed, audio devices, menu, language, disk, order store, clock, heat and power.'
    'tune:Measures how fast this machine recognises and speaks, and chooses the kiosk'\''s options for it.'
    'support:Makes one archive for support\: versions, settings, health, counts and logs, without anything said.'
    'bench:Measures accuracy and latency\: the same as brews-bench.'
    'help:Explains a command or a topic.'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  words=("${words[@]:1}")
  ((CURRENT--))
  case $command in
    order)
      _arguments \
        '*--engine[recognition engine\: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, whisper, or moonshine, both for free speech]:NAME:_files' \
        '*--second[who reads again with --engine twopass\: slow, which hears the utterance played slower (the default), vosk, in the model'\''s own language, vosk-menu, with the menu'\''s words as grammar, moonshine, whisper, or the name of an installed Whisper model]:NAME:_files' \
        '*--vocabulary[listen for orders from the menu (the default, where the model takes them), for phrases made of it, or with the model'\''s own language]:menu|phrases|model:(menu phrases model)' \
        '*--realtime[feed the recording at the speed it was spoken]' \
        '*--isolated[run engines in a process of their own, which may die without harm]' \
        '*--speak[say the reply on the sound card]' \
        '*--voice[voice of espeak-ng, or piper\:NAME (default\: Piper'\''s where it is installed, or espeak-ng'\''s, in the language)]:NAME:_files' \
        '*--replies[write each reply to DIR as a WAV file]:DIR:_files' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    parse)
      _arguments \
        '*--strategy[the only parser; learned and hybrid were removed]:rules:_files' \
        '*--cart[start from the order in this JSON file; lines of standard input are turns of one dialogue]:FILE:_files' \
        '*--explain[say what each phrase was taken for]' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    transcribe)
      _arguments \
        '*--free[any English text instead of orders\: with moonshine, or with --engine whisper and its --model]' \
        '*--engine[recognition engine\: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, whisper, or moonshine, both for free speech]:NAME:_files' \
        '*--second[who reads again with --engine twopass\: slow, which hears the utterance played slower (the default), vosk, in the model'\''s own language, vosk-menu, with the menu'\''s words as grammar, moonshine, whisper, or the name of an installed Whisper model]:NAME:_files' \
        '*--vocabulary[listen for orders from the menu (the default, where the model takes them), for phrases made of it, or with the model'\''s own language]:menu|phrases|model:(menu phrases model)' \
        '*--realtime[feed the recording at the speed it was spoken]' \
        '*--isolated[run engines in a process of their own, which may die without harm]' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    vad)
      _arguments \
        '*--threshold[how far speech stands out of the noise, 0.5 to 20 (default\: 2.0); lower hears more]:DB:_files' \
        '*--minimum[least speech, 20 to 1000 (default\: 150)]:MS:_files' \
        '*--hang-over[silence that ends speech, 50 to 2000 (default\: 300)]:MS:_files' \
        '*--levels[print the level 20 times a second as well]' \
        '*--signal[with --json\: print the signal'\''s faults as well]' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    wake)
      _arguments \
        '*--phrase[the phrase (default\: hey brews)]:TEXT:_files' \
        '*--phones[how the phrase is spoken, as in "HH EY | B R UW Z"; without it espeak-ng says]:PHONES:_files' \
        '*--threshold[least score of the wake phrase, 0 to 60\: higher misses more and errs less (default\: 3 for hey brews, 6 for others)]:N:_files' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    listen)
      _arguments \
        '*--context[number, name\:FILE or command\:FILE with one name or phrase a line, or freeform (the default)]:WHAT:_files' \
        '*--timeout[longest listening, 0.5 to 120 (default\: 8)]:SECONDS:_files' \
        '*--inactivity[silence after speech that ends it, 0.2 to 30 (default\: 2)]:SECONDS:_files' \
        '*--record[keep the audio, trimmed to the speech]:FILE.wav:_files' \
        '*--input[listen to a recording, or standard input, instead of a microphone]:FILE|-:_files' \
        '*--microphone[ALSA capture device (default\: default); brews doctor lists them]:NAME:_files' \
        '*--free-speech[an installed Whisper model for free speech (default\: moonshine, part of the default model)]:NAME:_files' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    say)
      _arguments \
        '*--output[write to a file instead of the sound card (short\: -o)]:FILE.wav:_files' \
        '*--voice[voice of espeak-ng, or piper\:NAME (default\: Piper'\''s where it is installed, or espeak-ng'\''s, in the language)]:NAME:_files' \
        '*--rate[words per minute, 80 to 450 (default\: 165)]:WPM:_files' \
        '*--pitch[0 to 99 (default\: 50); not for Piper'\''s voices]:N:_files' \
        '*--volume[0 to 200 (default\: 100)]:PERCENT:_files' \
        '*--profile[voice, rate, pitch and volume as kept under this name]:NAME:_files' \
        '*--profiles[where profiles are kept (default\: ~/.config/brews/voices.json)]:FILE:_files' \
        '*--save-profile[keep voice, rate, pitch and volume under this name]:NAME:_files' \
        '*--list-voices[list the voices, with --locale those of a language]' \
        '*--earcons[write the kiosk'\''s ten sounds to DIR as WAV files]:DIR:_files' \
        '*--isolated[run engines in a process of their own, which may die without harm]' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    voices)
      _arguments \
        '*--profiles[where profiles are kept (default\: ~/.config/brews/voices.json)]:FILE:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    menu)
      _arguments \
        '*--store[order store (default\: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite)]:FILE:_files' \
        '*--until[set sold-out\: the day from which it can be ordered again (default\: until it is put back)]:DATE|tomorrow:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '1:action:(check list set)' \
        '*:file:_files' ;;
    models)
      _arguments \
        '*--into[fetch, install\: folder of models to change (default\: BREWS_MODELS, or the first one found that may be written)]:DIR:_files' \
        '*--catalogue[more models to fetch, as in Sources/ModelCatalogue/catalogue.json]:FILE:_files' \
        '*--output[key\: name of the pair; bundle\: the bundle to write; also -o]:FILE:_files' \
        '*--key[bundle\: the secret key; install\: the public one (default\: /etc/brews/bundle.pub)]:FILE:_files' \
        '*--number[bundle\: its number, higher than that of any bundle before (default\: date and time, UTC)]:N:_files' \
        '*--allow-older[install\: take a bundle that is older than what is installed; written down in the folder]' \
        '*--no-self-test[fetch, install\: take models that no engine here has loaded, as for a machine with more memory than this one]' \
        '*--self-test[verify\: each model is also loaded by its engine, in a process of its own, and hears its recording]' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '1:action:(list verify fetch key bundle install)' \
        '*:file:_files' ;;
    kiosk)
      _arguments \
        '*--input[listen to a recorded guest instead of a microphone, and end when the guest is gone]:FILE|-:_files' \
        '*--speed[with --input\: play it 1 to 100 times as fast as it was spoken]:N:_files' \
        '*--microphone[ALSA capture device by its stable name (default\: default); brews doctor lists them]:NAME:_files' \
        '*--speaker[ALSA playback device (default\: default)]:NAME:_files' \
        '*--barge-in[cancel the loudspeaker'\''s echo, so that a guest may interrupt the kiosk once the canceller knows the room]' \
        '*--touch-only[no microphone and no voice]' \
        '*--voice[voice of espeak-ng, or piper\:NAME (default\: Piper'\''s where it is installed, or espeak-ng'\''s, in the language)]:NAME:_files' \
        '*--mute[shows the prompts and says nothing]' \
        '*--phrase[the wake phrase (default\: hey brews); off\: only a touch begins]:TEXT:_files' \
        '*--wake-threshold[least score of the wake phrase, 0 to 60\: higher misses more and errs less (default\: 3 for hey brews, 6 for others)]:N:_files' \
        '*--quick-wake[look at the wake phrase twice instead of three times\: less work for a small board, more false alarms]' \
        '*--port[of the screen'\''s page on 127.0.0.1 (default\: 8117)]:N:_files' \
        '*--open[show the page in a browser]' \
        '*--store[order store (default\: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite)]:FILE:_files' \
        '*--search[serve a page at /search, by voice or typed, over a catalogue (brews catalogue import) or the one for demonstrations]:FILE|demo:_files' \
        '*--hours[opening hours, such as "mon-fri 7\:00-18\:00, sat 9\:00-1\:00"; the staff page can set others (default\: always open)]:TEXT:_files' \
        '*--ephemeral[keep orders in memory only, for demonstrations]' \
        '*--any-disk[keep orders even on a file system that forgets or cannot be trusted, as in a container]' \
        '*--keep-days[orders and events older than this are wiped (default\: 30)]:N:_files' \
        '*--keep-words[log all of the guests'\'' words, not only those that make up an order]' \
        '*--staff-code-file[4 to 12 digits that open the staff page; without it there is none]:FILE:_files' \
        '*--notebook[answer questions that the menu does not answer from this notebook, and note the others for the staff (see brews notebook; off without it); also serve the assistant at /assistant]:FILE:_files' \
        '*--confirm[ask for a yes to every order (the default), skip the question for small orders recognised with high confidence, or place an order 5 s after the read-back unless the guest speaks or touches the screen]:always|selective|auto:(always selective auto)' \
        '*--payment-command[asked for the money of every order; exit code 0 is paid]:PROGRAM:_files' \
        '*--in-process[run the engines in this process, where a fault of theirs ends the kiosk]' \
        '*--engine[recognition engine\: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, whisper, or moonshine, both for free speech]:NAME:_files' \
        '*--second[who reads again with --engine twopass\: slow, which hears the utterance played slower (the default), vosk, in the model'\''s own language, vosk-menu, with the menu'\''s words as grammar, moonshine, whisper, or the name of an installed Whisper model]:NAME:_files' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--receipt-printer[print a receipt of every order (ESC/POS); an order never waits for the printer]:FILE|DEVICE|tcp\:127.0.0.1\:PORT:_files' \
        '*--kitchen-printer[print a kitchen ticket of every order]:FILE|DEVICE|tcp\:127.0.0.1\:PORT:_files' \
        '*--receipt-columns[characters of a line of the printers'\'' paper (default\: 42)]:32|42|48:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    screen)
      _arguments \
        '*--port[of the kiosk'\''s page on 127.0.0.1 (default\: 8117)]:N:_files' \
        '*--browser[a Chromium, by name or path (default\: chromium)]:PROGRAM:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    orders)
      _arguments \
        '*--store[order store (default\: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite); export\: of several kiosks, when given several times]:FILE:_files' \
        '*--today[list, figures, export\: of the present business day, which begins at 4 in the morning]' \
        '*--since[list, figures, export\: from a business day on, for example 2026-11-21]:DATE:_files' \
        '*--events[show\: the events of the order'\''s session, one JSON object a line, for brews replay]' \
        '*--format[export\: for a till, a line of text for each line of an order (default); a JSON object for each order; or two tables that a spreadsheet in the language of --locale opens]:csv|json|spreadsheet:(csv json spreadsheet)' \
        '*--output[export\: the file to write, for its owner alone; also -o]:FILE:_files' \
        '*--days[purge\: remove what is older, down to the last byte; the kiosk must not be running]:N:_files' \
        '*--receipt-printer[print a receipt of every order (ESC/POS); an order never waits for the printer]:FILE|DEVICE|tcp\:127.0.0.1\:PORT:_files' \
        '*--kitchen-printer[print a kitchen ticket of every order]:FILE|DEVICE|tcp\:127.0.0.1\:PORT:_files' \
        '*--receipt-columns[characters of a line of the printers'\'' paper (default\: 42)]:32|42|48:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '1:action:(list show mark reprint figures export purge)' \
        '*:file:_files' ;;
    notebook)
      _arguments \
        '*--file[the notebook (default\: notebook.sqlite in $STATE_DIRECTORY under systemd, or in ~/.local/state/brews)]:FILE:_files' \
        '*--private[add, edit, answer\: only the staff see the answer]' \
        '*--public[edit\: guests are told the answer]' \
        '*--question[edit\: another wording of the question; may be repeated]:TEXT:_files' \
        '*--drop-question[edit\: removes this wording of the question]:TEXT:_files' \
        '*--note[answer\: the question is another wording of note N, whose answer holds]:N:_files' \
        '*--staff[ask\: private answers are found as well]' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '1:action:(list add edit delete open answer dismiss ask export reset clear undo)' \
        '*:file:_files' ;;
    chat)
      _arguments \
        '*--file[the notebook (default\: notebook.sqlite in $STATE_DIRECTORY under systemd, or in ~/.local/state/brews)]:FILE:_files' \
        '*--no-notes[answer from the menu only]' \
        '*--keep[keep the conversation in the notebook'\''s file]' \
        '*--list[list the kept conversations, the latest first]' \
        '*--thread[show kept conversation N; with a question or --keep, continue it]:N:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    replay)
      _arguments \
        '*--terminal[the kiosk had a payment terminal]' \
        '*--confirm[ask for a yes to every order (the default), skip the question for small orders recognised with high confidence, or place an order 5 s after the read-back unless the guest speaks or touches the screen]:always|selective|auto:(always selective auto)' \
        '*--all[show every event, not only those decided otherwise]' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    search)
      _arguments \
        '*--catalogue[catalogue (default\: catalogue.sqlite in the folder of the order store)]:FILE:_files' \
        '*--limit[most results, 1 to 100 (default\: 5)]:N:_files' \
        '*--explain[say how each result was ranked]' \
        '*--catalogue-only[leave out the menu]' \
        '*--listen[search for what is said instead of QUERY]' \
        '*--cover[search for the barcode or the words of a picture (PNG, JPEG)]:FILE:_files' \
        '*--input[listen\: to a recording, or standard input, instead of a microphone]:FILE|-:_files' \
        '*--microphone[listen\: ALSA capture device (default\: default)]:NAME:_files' \
        '*--raw-rate[sample rate of raw 16-bit mono audio on standard input (default\: 16000)]:HZ:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    catalogue)
      _arguments \
        '*--catalogue[catalogue (default\: catalogue.sqlite in the folder of the order store)]:FILE:_files' \
        '*--as[import\: what the list holds\: books, songs or things]:KIND:_files' \
        '*--format[import\: format of a list whose name does not tell (default\: csv)]:csv|jsonl:(csv jsonl)' \
        '*--currency[import\: currency of prices without one (default\: the menu'\''s)]:CODE:_files' \
        '*--fresh[import\: begin an empty catalogue, also over a damaged one]' \
        '*--limit[list\: most items (default\: 20)]:N:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '1:action:(import list check)' \
        '*:file:_files' ;;
    config)
      _arguments \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    doctor)
      _arguments \
        '*--engine[recognition engine\: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, whisper, or moonshine, both for free speech]:NAME:_files' \
        '*--second[who reads again with --engine twopass\: slow, which hears the utterance played slower (the default), vosk, in the model'\''s own language, vosk-menu, with the menu'\''s words as grammar, moonshine, whisper, or the name of an installed Whisper model]:NAME:_files' \
        '*--store[order store (default\: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite)]:FILE:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    tune)
      _arguments \
        '*--write[write the options into the file of the kiosk'\''s service, as /etc/brews/kiosk.conf; options there that the owner chose count more]:FILE:_files' \
        '*--phrase[the wake phrase (default\: hey brews); off\: measure without one]:TEXT:_files' \
        '*--second[who reads again with --engine twopass\: slow, which hears the utterance played slower (the default), vosk, in the model'\''s own language, vosk-menu, with the menu'\''s words as grammar, moonshine, whisper, or the name of an installed Whisper model]:NAME:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    support)
      _arguments \
        '*--output[the archive; also -o (default\: brews-support-DATE.tar.gz in this folder)]:FILE:_files' \
        '*--store[order store (default\: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite)]:FILE:_files' \
        '*--port[of the running kiosk'\''s page (default\: 8117)]:N:_files' \
        '*--settings[the service'\''s options, also several times (default\: /etc/brews/kiosk.conf, /etc/default/brews-kiosk and /var/lib/brews/tuned.conf)]:FILE:_files' \
        '*--engine[recognition engine\: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, whisper, or moonshine, both for free speech]:NAME:_files' \
        '*--second[who reads again with --engine twopass\: slow, which hears the utterance played slower (the default), vosk, in the model'\''s own language, vosk-menu, with the menu'\''s words as grammar, moonshine, whisper, or the name of an installed Whisper model]:NAME:_files' \
        '*--menu[menu to order from (default\: the built-in café menu)]:FILE:_files' \
        '*--locale[language of the kiosk'\''s sentences\: en, es, fr or de (default\: the menu'\''s)]:TAG:_files' \
        '*--model[acoustic model (default\: brews-en)]:DIR|NAME:_files' \
        '*--config[settings file\: JSON; brews config lists its keys]:FILE:_files' \
        '*--json[print one JSON object a line]' \
        '*--verbose[say more on standard error]' \
        '*--help[show this help]' \
        '*--version[show the version]' \
        '*:file:_files' ;;
    help) _arguments '1:topic:(order parse transcribe vad wake listen say voices menu models kiosk screen orders notebook chat replay search catalogue config doctor tune support menu-file serving voice takings questions offline-models machine json settings environment files exit-codes topics man completion)' ;;
  esac
}
_brews "$@"
