# bash completion for brews. Made by: brews help completion bash
_brews() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
  if ((COMP_CWORD == 1)); then
    words="order parse transcribe vad wake listen say voices menu models kiosk screen orders notebook chat replay search catalogue config doctor tune support bench help"
  else
    case ${COMP_WORDS[1]}:$before in
      order:--vocabulary) words="menu phrases model" ;;
      transcribe:--vocabulary) words="menu phrases model" ;;
      kiosk:--confirm) words="always selective auto" ;;
      orders:--format) words="csv json spreadsheet" ;;
      replay:--confirm) words="always selective auto" ;;
      catalogue:--format) words="csv jsonl" ;;
      *:*)
        case ${COMP_WORDS[1]} in
          order)
            if [[ $word == -* ]]; then words="--engine --second --vocabulary --realtime --isolated --speak --voice --replies --raw-rate --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          parse)
            if [[ $word == -* ]]; then words="--strategy --cart --explain --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          transcribe)
            if [[ $word == -* ]]; then words="--free --engine --second --vocabulary --realtime --isolated --raw-rate --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          vad)
            if [[ $word == -* ]]; then words="--threshold --minimum --hang-over --levels --signal --raw-rate --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          wake)
            if [[ $word == -* ]]; then words="--phrase --phones --threshold --raw-rate --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          listen)
            if [[ $word == -* ]]; then words="--context --timeout --inactivity --record --input --microphone --free-speech --raw-rate --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          say)
            if [[ $word == -* ]]; then words="--output --voice --rate --pitch --volume --profile --profiles --save-profile --list-voices --earcons --isolated --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          voices)
            if [[ $word == -* ]]; then words="--profiles --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          menu)
            if [[ $word == -* ]]; then words="--store --until --menu --locale --model --config --json --verbose --help --version"
            elif ((COMP_CWORD == 2)); then words="check list set"
            fi ;;
          models)
            if [[ $word == -* ]]; then words="--into --catalogue --output --key --number --allow-older --no-self-test --self-test --menu --locale --model --config --json --verbose --help --version"
            elif ((COMP_CWORD == 2)); then words="list verify fetch key bundle install"
            fi ;;
          kiosk)
            if [[ $word == -* ]]; then words="--input --speed --microphone --speaker --barge-in --touch-only --voice --mute --phrase --wake-threshold --quick-wake --port --open --store --search --hours --ephemeral --any-disk --keep-days --keep-words --staff-code-file --notebook --confirm --payment-command --in-process --engine --second --raw-rate --receipt-printer --kitchen-printer --receipt-columns --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          screen)
            if [[ $word == -* ]]; then words="--port --browser --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          orders)
            if [[ $word == -* ]]; then words="--store --today --since --events --format --output --days --receipt-printer --kitchen-printer --receipt-columns --menu --locale --model --config --json --verbose --help --version"
            elif ((COMP_CWORD == 2)); then words="list show mark reprint figures export purge"
            fi ;;
          notebook)
            if [[ $word == -* ]]; then words="--file --private --public --question --drop-question --note --staff --menu --locale --config --json --verbose --help --version"
            elif ((COMP_CWORD == 2)); then words="list add edit delete open answer dismiss ask export reset clear undo"
            fi ;;
          chat)
            if [[ $word == -* ]]; then words="--file --no-notes --keep --list --thread --menu --locale --config --json --verbose --help --version"
            fi ;;
          replay)
            if [[ $word == -* ]]; then words="--terminal --confirm --all --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          search)
            if [[ $word == -* ]]; then words="--catalogue --limit --explain --catalogue-only --listen --cover --input --microphone --raw-rate --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          catalogue)
            if [[ $word == -* ]]; then words="--catalogue --as --format --currency --fresh --limit --menu --locale --model --config --json --verbose --help --version"
            elif ((COMP_CWORD == 2)); then words="import list check"
            fi ;;
          config)
            if [[ $word == -* ]]; then words="--menu --locale --model --config --json --verbose --help --version"
            fi ;;
          doctor)
            if [[ $word == -* ]]; then words="--engine --second --store --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          tune)
            if [[ $word == -* ]]; then words="--write --phrase --second --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          support)
            if [[ $word == -* ]]; then words="--output --store --port --settings --engine --second --menu --locale --model --config --json --verbose --help --version"
            fi ;;
          help) ((COMP_CWORD > 2)) || words="order parse transcribe vad wake listen say voices menu models kiosk screen orders notebook chat replay search catalogue config doctor tune support menu-file serving voice takings questions offline-models machine json settings environment files exit-codes topics man completion" ;;
        esac ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _brews brews
