/** Shells that `completion` prints a script for. */
export const SHELLS: readonly string[] = ['bash', 'zsh', 'fish'];

/**
 * The script for fish. yargs answers with a description behind each word only where it takes the shell for zsh; fish wants
 * a tab between them. Files are offered beside the words, since most commands take paths.
 */
export const FISH_COMPLETION = String.raw`# Completes commands and options of agent-lint in fish. To install it:
#   agent-lint completion fish > ~/.config/fish/completions/agent-lint.fish
function __agent_lint_words
    set -l words (commandline -opc) (commandline -ct)
    env SHELL=zsh agent-lint --get-yargs-completions $words 2>/dev/null | string replace -r '(?<!\\\\):' \t | string replace -a '\\:' ':'
end
complete -c agent-lint -a '(__agent_lint_words)'
`;
