import type { Installation } from './init-installation.js';

export const WORKFLOW_FILE = '.github/workflows/agent-lint.yml';

/** The steps that install and run agent-lint, for a job that has the repository checked out. */
export function workflowSteps(installation: Installation, version: string): string {
  const commands =
    installation.kind === 'dependency'
      ? [...installation.commands, 'npx --no-install agent-lint check --format github --allow-none']
      : [`npx --yes agent-lint@${version} check --format github --allow-none`];
  return `      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 22
${commands.map((command) => `      - run: ${command}\n`).join('')}`;
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
          persist-credentials: false
${workflowSteps(installation, version)}`;
}
