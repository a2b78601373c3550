import type { AgentHazard, HazardKind, Severity } from '../../model/index.js';
import { redact } from '../../model/secrets.js';

/** A hazard in words: what can happen and how we know, then what to change. */
export interface WordedHazard {
  severity: Severity;
  message: string;
  remediation: string;
}

const MOST_SHOWN = 80;

/** A part of a file, as a message names it. */
const shown = (text: string): string => {
  const plain = redact(text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim());
  return `\`${plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN - 1)}…` : plain}\``;
};

/** Names in a sentence: "`a`, `b` and `c`". */
export function joined(names: readonly string[]): string {
  const all = names.map(shown);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

const MOST_RIGHTS = 4;

/** What a token may write, in words. */
export const writeAccess = (rights: readonly string[]): string =>
  rights.includes('write-all')
    ? 'write access to everything (`write-all`)'
    : `write access to ${joined(rights.slice(0, MOST_RIGHTS))}`;

/** How grave a hazard is, and its words. */
export function wordsOf({ agent, of }: AgentHazard): WordedHazard {
  const who = shown(agent);
  switch (of.is) {
    case 'text-in-options':
      return {
        severity: 'error',
        message: `An outsider can add options to ${who}: ${shown(of.input)} contains ${shown(of.expression)}, which an outsider writes.`,
        remediation: of.expression.startsWith('$')
          ? `Decide where the text goes: put the variable into quotes, \`"${of.expression}"\`.`
          : `Decide where the text goes: remove the expression from ${shown(of.input)}, and let the agent read the text by its number, for example \`gh issue view \${{ github.event.issue.number }}\`.`,
      };
    case 'text-in-prompt':
      return {
        severity: 'warning',
        message: `An outsider writes a part of the instructions of ${who}: ${shown(of.input)} contains ${shown(of.expression)}, and nothing checks who wrote it.`,
        remediation:
          'Decide who may start it, by a condition on `author_association`. Or pass a number in place of the text, and let the agent read the text with a tool.',
      };
    case 'text-in-variable':
      return {
        severity: 'info',
        message: `${who} reads the text of an outsider from the variable ${shown(of.variable)} (${shown(of.expression)}).`,
        remediation: 'Decide who may start it, or leave the agent only tools that read.',
      };
    case 'fork-files':
      return {
        severity: of.isSure || of.isGrave ? 'error' : 'warning',
        message: `The author of a fork configures ${who}: ${shown(of.checkout)} puts the files of the pull request where the agent works, and it loads ${joined(of.files)} from there${of.isSure ? '' : ', if a pull request starts the other workflow'}.`,
        remediation:
          'Decide what the agent has to see of the pull request. Remove the `ref`, or check the head out beside the project with `path: pr-head` and give the agent that folder (`--add-dir pr-head`).',
      };
    case 'fork-code':
      return {
        severity: of.isSure || of.isGrave ? 'error' : 'warning',
        message: of.isOfStep
          ? `A step before ${who} runs the code of a fork: ${shown(of.checkout)} puts the files of the pull request where the job works, and ${shown(of.command)} runs what those files define.`
          : `${who} can run the code of a fork: ${shown(of.checkout)} puts the files of the pull request where the agent works, and it may run ${shown(of.command)}, which those files define.`,
        remediation: `Decide where the code of forks runs: in a job without secrets on \`pull_request\`. Remove ${shown(of.command)} from the ${of.isOfStep ? 'steps of this job' : 'tools of the agent'}, or the \`ref\` from the checkout.`,
      };
    case 'late-head':
      return {
        severity: 'warning',
        message: `${who} may work on commits that nobody saw: ${shown(of.checkout)} is looked up after the comment that starts it, and a fork can push in between.`,
        remediation: `Decide which commit the comment is for, and check out that one. On \`pull_request_review\` and \`pull_request_review_comment\` it is \`ref: \${{ github.event.pull_request.head.sha }}\`.`,
      };
    case 'logs':
      return {
        severity: 'warning',
        message: `${who} reads what the code of a pull request wrote (${shown(of.source)}), in a run with the rights of this repository.`,
        remediation:
          "Decide which runs it may read. For those of people with a role, add to its job: `if: github.event.workflow_run.event == 'push'`, joined with `&&` to a condition that is there.",
      };
    case 'output-runs':
      return {
        severity: of.isChecked ? 'warning' : 'error',
        message: `The answer of ${who} becomes a command: ${shown(of.output)} is put into the text of a script, and a prompt injection can control the answer.`,
        remediation: `Decide which answers the script accepts. Pass the answer as a variable (\`env: { ANSWER: "\${{ ${of.output} }}" }\`), use it only within quotes (\`"$ANSWER"\`), and compare it with a list before it is used.`,
      };
    case 'output-splits':
      return {
        severity: of.isChecked ? 'warning' : 'error',
        message: `The answer of ${who} can add words and options to a command: ${shown(of.stated)} has no quotes and contains ${shown(of.output)}, and a prompt injection can control the answer.`,
        remediation: `Decide which answers the script accepts: compare the answer with a list, and write it within quotes (\`"${of.stated}"\`).`,
      };
    case 'agentic-setting':
      return agenticSetting(who, of);
    case 'output-names':
      return {
        severity: 'warning',
        message: `The answer of ${who} becomes the name of a ${of.what}: no list limits ${shown(of.output)}, and a prompt injection can control the answer.`,
        remediation: `Decide which names it may answer, and compare the answer with them before it is used: \`case "$ANSWER" in ${of.what === 'label' ? 'bug|question' : 'agent/*'}) ;; *) exit 1 ;; esac\`.`,
      };
    case 'write-rights':
      return {
        severity: 'warning',
        message: `Anyone can start ${who}, and its job has ${of.rights.length > 0 ? writeAccess(of.rights) : 'the default rights of the repository, which may be all (no `permissions`)'}.`,
        remediation:
          'Decide which rights the agent needs, and state only these in its job, for example `permissions: { contents: read, issues: write }`.',
      };
    case 'shown-output':
      return {
        severity: 'warning',
        message: `In a public repository, anyone can read what ${who} reads and answers, including secrets in the output of its tools: ${shown(of.setting)} publishes it.`,
        remediation: `Decide whether the repository stays private. Otherwise remove ${shown(of.setting)}.`,
      };
    case 'shared-session':
      return {
        severity: 'warning',
        message: `In a public repository, anyone can read the session of ${who}, including secrets in the output of its tools: it is published unless ${shown(`${of.input}: ${of.value}`)} is set.`,
        remediation: `Decide whether the repository stays private. Otherwise write \`${of.input}: ${of.value}\`.`,
      };
    case 'secrets-kept':
      return {
        severity: 'warning',
        message: `Commands of ${who} see its secrets although people without write access can start it: ${shown(of.setting)} switches off that they are removed.`,
        remediation: `Decide whether a command needs one of them. Otherwise remove ${shown(of.setting)}.`,
      };
    case 'key-readable':
      return {
        severity: 'warning',
        message: `A command of ${who} can read the key of its model from memory: ${shown(of.setting)} leaves it \`sudo\`, which asks for no password on the machines of GitHub.`,
        remediation: `Set \`${of.input}\` to \`${of.instead}\`.`,
      };
    case 'own-runner':
      return {
        severity: 'warning',
        message: `Anyone can start ${who} on a machine of your own (${shown(of.runner)}): what an injected agent leaves there stays for later jobs, unless the machine is new for each job.`,
        remediation: 'Decide where it runs: `runs-on: ubuntu-latest` is a new machine for each job.',
      };
    case 'shared-cache':
      return {
        severity: 'warning',
        message: `Anyone can start ${who} in a job that saves the cache ${shown(of.key)}, which a job that releases restores (${shown(of.file)}).`,
        remediation:
          'Decide which job may save it. In the job of the agent use `actions/cache/restore`, or a key of its own.',
      };
    case 'moving-version':
      return {
        severity: 'info',
        message:
          of.isBare === true
            ? `${shown(of.uses)} has no version: each run installs the newest release.`
            : `${shown(of.uses)} runs whatever its branch or tag has at that time.`,
        remediation:
          of.isBare === true
            ? `Choose a version, and write it after the name: \`${of.uses}@<version>\`.`
            : 'Choose a version of the program or a release of the action, or a commit with its version as a comment.',
      };
    case 'forked-action':
      return {
        severity: 'warning',
        message: `${shown(of.uses)} is no action of the vendor (${shown(of.upstream)}): its owner gets the key of the model and the token of the job.`,
        remediation: `Decide whether you trust its owner. Use ${shown(of.upstream)}, or pin a commit that you have read.`,
      };
    case 'later-steps':
      return {
        severity: 'info',
        message: `The step ${shown(of.step)} uses a secret on the machine on which ${who} ran any command before: programs and hooks there may be changed.`,
        remediation:
          'Decide what the step needs of the agent, and move it into a job of its own that gets only that output.',
      };
    case 'unbounded':
      return unbounded(who, of);
    case 'expanding-command':
      return {
        severity: 'info',
        message: `${who} may run ${shown(of.command)} for anyone: in some versions, its arguments can contain another command (\`$(...)\`).`,
        remediation:
          'Decide whether the agent needs it. Remove the entry, or name the whole command without a star.',
      };
    case 'unfiltered-text':
      return {
        severity: of.isLockedDown ? 'info' : 'warning',
        message: `${who} reads what people without write access wrote: ${shown(of.setting)} switches off the filter of the GitHub tools${of.isLockedDown ? ', and only `lockdown: true` is left' : ''}.`,
        remediation: `Decide whether it needs their text. Otherwise remove ${shown(of.setting)}.`,
      };
    case 'unchecked-workflow':
      return {
        severity: 'warning',
        message: `The compiler accepts write permissions, open networks and secrets of ${who}: ${shown(of.setting)} switches off its checks.`,
        remediation: `Decide which of them it needs. Otherwise remove ${shown(of.setting)}.`,
      };
  }
}

type AgenticSetting = Extract<HazardKind, { is: 'agentic-setting' }>;

/**
 * What a setting of an agentic workflow opens, in words. `{who}`: the agent; `{setting}`: the setting; `{reading}`: the
 * setting without the right to write. `grave`: what it says, as an error, where an outsider can exploit it; `raised`: the
 * same as a warning.
 */
const AGENTIC: Readonly<
  Record<
    AgenticSetting['opens'],
    { severity: WordedHazard['severity']; says: string; grave?: string; raised?: string; edit?: string }
  >
> = {
  items: {
    severity: 'warning',
    says: 'Anyone can start {who}, and it can write to every issue and pull request: {setting}.',
  },
  private: {
    severity: 'error',
    says: '{who} can publish what it reads in private repositories: {setting}.',
  },
  cost: {
    severity: 'info',
    says: 'Nothing limits what a run of {who} costs: {setting} switches the limit off.',
  },
  forks: {
    severity: 'warning',
    says: 'Pull requests of every fork start {who}: {setting}.',
    grave: 'Pull requests of every fork start {who} with the rights of this repository: {setting}.',
    edit: 'Decide which forks you trust, and list only these under `forks`.',
  },
  rights: {
    severity: 'error',
    says: '{who} can write with its own token, which no check of its outputs covers: {setting}.',
    edit: 'Decide what it has to write, and state that under `safe-outputs`. Write {reading} in place of {setting}.',
  },
  sandbox: {
    severity: 'warning',
    says: '{who} runs its commands outside of the sandbox and its firewall: {setting}.',
    grave:
      '{who} runs its commands outside of the sandbox and its firewall, on what an outsider wrote: {setting}.',
  },
  detection: {
    severity: 'warning',
    says: 'Nothing judges what {who} writes before it is published: {setting}.',
  },
  secret: {
    severity: 'error',
    says: 'The container of {who} has a secret in its environment, where a prompt injection can read it: {setting}.',
    edit: 'Decide which step needs the secret, and set it as `env` of that step.',
  },
  login: {
    severity: 'warning',
    says: 'Anyone can start {who}, and its run can log in to other services as this repository: {setting}.',
    edit: 'Decide which job logs in, and state {setting} for that one only.',
  },
  memory: {
    severity: 'info',
    says: 'Anyone can start {who}, and what a run keeps is there in later runs: {setting}.',
  },
  apps: {
    severity: 'info',
    says: 'Every app that is installed here can start {who}: {setting}.',
    edit: 'Decide which apps may start it, and list these under `bots`.',
  },
  options: {
    severity: 'warning',
    says: '{who} runs every tool, whatever `tools` lists: {setting}.',
    edit: 'Decide which tools it needs, and list them under `tools`. Remove {setting}.',
  },
  driver: {
    severity: 'warning',
    says: 'The program that runs the model of {who} is downloaded at each run: {setting}.',
    edit: 'Decide which version to run, and save that program in the project.',
  },
  elsewhere: {
    severity: 'warning',
    says: 'Anyone can start {who}, and it writes to another repository: {setting}.',
  },
  token: {
    severity: 'warning',
    says: 'Anyone can start {who}, and it reads GitHub with a token of its own, which may reach private repositories: {setting}.',
    grave:
      'Anyone can start {who}, it reads GitHub with a token of its own, which may reach private repositories, and it writes what everybody can read: {setting}.',
    edit: 'Decide which repositories it has to read, and list these under `tools.github.allowed-repos`.',
  },
  fetch: {
    severity: 'info',
    says: '{who} reads GitHub with a token of its own and fetches addresses, and an address can contain text from private repositories ({setting}).',
    edit: 'Decide whether it needs to fetch pages. Otherwise remove {setting}.',
  },
  trusts: {
    severity: 'warning',
    says: '{who} trusts text from anyone: {setting}.',
    edit: 'Name in `trusted-users` only people whose text you trust.',
  },
  script: {
    severity: 'warning',
    says: 'What the model passes to a tool of {who} is put into the text of a script: {setting}.',
    edit: 'Decide which values the script accepts, and read the value from its variable, within quotes.',
  },
  names: {
    severity: 'info',
    says: 'Anyone can start {who}, and no list limits the labels or reviewers that it sets: {setting}.',
    raised:
      'Anyone can start {who}, no list limits the labels or reviewers that it sets, and a label starts another workflow: {setting}.',
    edit: 'Decide which labels or reviewers it needs, and list them under {setting}: labels as `allowed`, reviewers as `reviewers`.',
  },
  reads: {
    severity: 'warning',
    says: 'Anyone can start {who}, and it reads GitHub with a token of its own, which may reach private repositories: {setting}.',
    edit: 'Decide which repositories it has to read, and use a token that reaches only these.',
  },
  starts: {
    severity: 'warning',
    says: 'Anyone can start {who}, and what it writes starts other workflows: {setting} is not the token of the job.',
  },
  hides: {
    severity: 'warning',
    says: 'What the check of the outputs of {who} finds stays hidden without an end: {setting}.',
    edit: 'Decide until when, and write that date as `expires`.',
  },
  labels: {
    severity: 'warning',
    says: '{who} trusts the text of anyone: a template of issues sets the label, so each new issue has it ({setting}).',
    edit: 'Name in `approval-labels` only labels that people with a role set, and that no template has.',
  },
  head: {
    severity: 'error',
    says: '{who} works on the files of a fork with the rights of this repository: {setting} checks out the head of a pull request.',
  },
};

function agenticSetting(who: string, { setting, opens, isGrave }: AgenticSetting): WordedHazard {
  const { severity, says, grave, raised, edit } = AGENTIC[opens];
  const reading = setting.replace(/write.*$/s, setting.endsWith('-all') ? 'read-all' : 'read');
  const words: Readonly<Record<string, string>> = {
    who,
    setting: shown(setting),
    reading: shown(reading),
  };
  const fill = (text: string): string =>
    text.replace(/\{(who|setting|reading)\}/g, (_, name: string) => words[name] ?? '');
  const worse = isGrave === true ? (grave ?? raised) : undefined;
  return {
    severity: worse === undefined ? severity : grave === undefined ? 'warning' : 'error',
    message: fill(worse ?? says),
    remediation: fill(edit ?? 'Decide whether it needs this. Otherwise remove {setting}.'),
  };
}

function unbounded(who: string, of: Extract<HazardKind, { is: 'unbounded' }>): WordedHazard {
  return of.isOnlyForm
    ? {
        severity: 'info',
        message: `${who} runs without a sandbox (${shown(of.setting)}): on Windows the action accepts no other value.`,
        remediation: 'Decide whether it can run on Linux, where `safety-strategy: drop-sudo` is possible.',
      }
    : {
        severity: 'warning',
        message: `${who} runs any command on the machine of the job, without a sandbox: ${shown(of.setting)}.`,
        remediation: `Decide what it has to change. Remove ${shown(of.setting)}: the default is a sandbox without a network.`,
      };
}
