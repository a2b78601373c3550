import { type Installation, npmSpec } from './init-installation.js';

export const WORKFLOW_FILE = '.github/workflows/agent-lint.yml';

/**
 * The steps that install and run agent-lint, for a job that has the repository checked out with its history. GitHub checks
 * a pull request out as its merge, whose first parent is the base: by its configuration the change is judged, so that it
 * cannot switch its own check off.
 */
export function workflowSteps(installation: Installation, version: string): string {
  const check = `${runnerOf(installation, version)} check --format github`;
  const install = installation.kind === 'dependency' ? installation.commands : [];
  return `      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 22
${install.map((command) => `      - run: ${command}\n`).join('')}      # HEAD^1 is the base of the pull request. Its configuration, ignores and baseline count.
      - if: github.event_name == 'pull_request'
        run: ${check} --config-from HEAD^1 --new-since HEAD^1
        # To fail also where it is not known whether people approve an act, add: --fail-on-unassessed
      - if: github.event_name != 'pull_request'
        run: ${check} --allow-none
`;
}

/** The words that start agent-lint. */
function runnerOf(installation: Installation, version: string): string {
  if (installation.kind === 'dependency') return 'npx --no-install agent-lint';
  if (installation.kind === 'version') return `npx --yes agent-lint@${version}`;
  return `npx --yes --package=${npmSpec(installation)} agent-lint`;
}

/** A workflow that checks every pull request. It may read the repository, and nothing else. */
export function workflow(installation: Installation, version: string): string {
  return `name: agent-lint
on:
  pull_request:
  push:
    branches: [main, master]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          fetch-depth: 0
          persist-credentials: false
${workflowSteps(installation, version)}`;
}
