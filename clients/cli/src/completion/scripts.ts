import type { Command, Option } from '../table/option.js';

/** Completions after some words: of commands, operands, options and their values. */
interface Choices {
  /** The first words of a call, joined by spaces; before the value of an option, the last word is that option. */
  after: string;
  words: readonly string[];
}

/** All completions of a table of commands. */
function choicesOf(commands: readonly Command[]): Choices[] {
  const next = new Map<string, Set<string>>();
  for (const { name } of commands) {
    const words = name.split(' ');
    for (const [at, word] of words.entries()) {
      const before = words.slice(0, at).join(' ');
      next.set(before, (next.get(before) ?? new Set()).add(word));
    }
  }
  for (const { name, options, operands = [] } of commands) {
    const own = next.get(name) ?? new Set();
    for (const word of [...operands, ...Object.keys(options).map((option) => `--${option}`), '--help'])
      own.add(word);
    next.set(name, own);
    for (const [option, { oneOf }] of Object.entries<Option>(options)) {
      if (oneOf !== undefined) next.set(`${name} --${option}`, new Set(oneOf));
    }
  }
  return [...next].map(([after, words]) => ({ after, words: [...words] }));
}

const table = (commands: readonly Command[]): string =>
  choicesOf(commands)
    .map(({ after, words }) => `    '${after}') words='${words.join(' ')}' ;;`)
    .join('\n');

/** The lines that bash and zsh share: `words` for the words before the completed one. */
const lookUp = (commands: readonly Command[]): string => `_rvs_words() {
  local words
  case "$1" in
${table(commands)}
    *) words='' ;;
  esac
  printf '%s' "$words"
}
# The longest beginning of what was typed that has choices; an option with its values goes first.
_rvs_choices() {
  local path="" found="" each option=""
  for each in "$@"; do
    option=""
    case "$each" in
      --*) option="$each" ;;
      *) if [ -n "$(_rvs_words "\${path:+$path }$each")" ]; then path="\${path:+$path }$each"; fi ;;
    esac
  done
  if [ -n "$option" ]; then found="$(_rvs_words "$path $option")"; fi
  if [ -z "$found" ]; then found="$(_rvs_words "$path")"; fi
  printf '%s' "$found"
}`;

/** The completion of bash. */
export function bashScript(commands: readonly Command[]): string {
  return `${lookUp(commands)}
_rvs() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(_rvs_choices "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$current"))
}
complete -o default -F _rvs rvs
`;
}

/** The completion of zsh, behind `compinit`. */
export function zshScript(commands: readonly Command[]): string {
  return `${lookUp(commands)}
_rvs() {
  local -a choices
  choices=(\${=$(_rvs_choices "\${(@)words[2,CURRENT-1]}")})
  if (( \${#choices} )); then compadd -- "\${choices[@]}"; else _files; fi
}
compdef _rvs rvs
`;
}

/** The completion of fish. */
export function fishScript(commands: readonly Command[]): string {
  const cases = choicesOf(commands)
    .map(({ after, words }) => `    case '${after}'\n      string split ' ' -- '${words.join(' ')}'`)
    .join('\n');
  return `function __rvs_words
  switch "$argv"
${cases}
  end
end
function __rvs_choices
  set -l path
  set -l option
  for each in (commandline -opc)[2..-1]
    set option
    if string match -q -- '--*' $each
      set option $each
    else if test -n "$(__rvs_words $path $each)"
      set -a path $each
    end
  end
  set -l found
  test -n "$option"; and set found (__rvs_words $path $option)
  test -z "$found"; and set found (__rvs_words $path)
  string join \\n -- $found
end
complete -c rvs -a '(__rvs_choices)'
`;
}
