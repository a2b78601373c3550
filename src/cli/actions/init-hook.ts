import type { Installation } from './init-installation.js';

/** The file that pre-commit reads at the root of a repository. */
export const HOOK_FILE = '.pre-commit-config.yaml';

/** What a configuration contains that runs the hook already. */
export const HOOK_ID = /^[^#\r\n]*\bid["']?\s*:\s*["']?agent-lint(?![\w-])/m;

/**
 * The files of a commit that the hook checks, as a pattern of pre-commit: every format that is read, files that state
 * versions of packages, and scripts that a hook of a client may run, also without an ending. `.pre-commit-hooks.yaml` has the same.
 */
const HOOK_FILES = String.raw`(?i)(\.(json|json5|jsonc|code-workspace|yaml|yml|toml|lock|md|mdc|http|rest|sh|bash|zsh|ps1|mk|hook|rules|ts|mts|cts|tsx|js|mjs|cjs|jsx|py|pyi|pyw|ipynb)|(^|/)(\.env[^/]*|\.\w+(rules|hints|modes)|[^/]*dockerfile[^/]*|requirements\.txt|setup\.cfg|[^/.]+))$`;

/** An entry of `repos` for a hook that runs agent-lint on the files of a commit. */
export function hookEntry(installation: Installation, version: string): string {
  if (installation.kind === 'sources') {
    return `  - repo: ${yamlText(installation.address)}
    rev: ${yamlText(installation.revision)}
    hooks:
      - id: agent-lint
`;
  }
  const run =
    installation.kind === 'dependency'
      ? ['entry: npx --no-install agent-lint check', 'language: system']
      : ['entry: agent-lint check', 'language: node', `additional_dependencies: ["agent-lint@${version}"]`];
  const lines = [...run, 'args: [--cache]', `files: ${HOOK_FILES}`, 'require_serial: true'];
  return `  - repo: local
    hooks:
      - id: agent-lint
        name: agent-lint
${lines.map((line) => `        ${line}\n`).join('')}`;
}

/** A text as YAML has it: quoted where its letters would be something else. */
const yamlText = (text: string) =>
  /^[\w./~][\w./:@+~%-]*$/.test(text) && !/^[\d.e_+-]+$|^~|:$/i.test(text) ? text : JSON.stringify(text);
