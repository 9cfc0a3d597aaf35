# bash completion for brews: commands, and the options that a command's own help names.
_brews() {
  local word=${COMP_WORDS[COMP_CWORD]} words
  if ((COMP_CWORD == 1)); then
    words=$(brews --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  \([a-z]\{1,\}\) .*/\1/p')
  elif [[ $word == -* ]]; then
    words=$(brews "${COMP_WORDS[1]}" --help 2>/dev/null | grep -o -- '^  --[a-z-]*')
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _brews brews
