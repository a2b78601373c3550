import { beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import { toolsOf } from '../../src/model/index.js';
import { parsesAs } from '../../src/program/tree/grammars.js';
import { loadAll } from '../program/open.js';
import { lintFiles } from './lint-files.js';
import { readPage } from './pages.js';

const loops = readPage('approval/missing').programs;

/** Who approves each tool that a program has, and the rules that report an error in it. */
async function gatesOf(files: Record<string, string | Uint8Array>) {
  const { systems, findings } = await lintFiles(files);
  const gates = systems
    .flatMap(({ agents }) => agents.flatMap(toolsOf))
    .map(({ name, approval }) => {
      const by = approval.state === 'shown' ? approval.value.by : approval.why;
      return `${name}: ${approval.state} ${by}`;
    });
  return {
    gates,
    errors: findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
  };
}

const CALLER = "the caller's code runs it, and a request cannot show what that code asks first";

describe('the programs in which a person answers a gate', () => {
  it.each([
    ['refunds.ts', ['issue_refund: shown human']],
    ['refunds.py', ['issue_refund: shown human']],
    ['desk.ts', [`issue_refund: inexpressible ${CALLER}`, 'send_mail: shown human']],
    ['desk.py', ['issue_refund: shown human', 'send_mail: shown human']],
    ['root_agent.yaml', ['issue_refund: shown human']],
    ['clerk.yaml', ['send_mail: shown human']],
    ['mail.yaml', ['send_mail: shown human']],
  ])('have it in %s', async (file, gates) => {
    const example = loops.find(({ files }) => file in files);
    expect(await gatesOf(example?.files ?? {})).toEqual({ gates, errors: [] });
  });

  it.each([
    ['refunds.ts', 'await isApproved(JSON.stringify(request.rawItem))', 'true'],
    ['refunds.py', 'await is_approved(f"{request.name}({request.arguments})")', 'True'],
  ])('are no gate in %s where code answers in place of the person', async (file, asked, answer) => {
    const text = String(loops.find(({ files }) => file in files)?.files[file]);
    expect(text).toContain(asked);
    const { findings } = await lintFiles({ [file]: text.replace(asked, answer) });
    expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual([
      'approval/auto-approved',
    ]);
  });
});

describe('a remedy that adds a gate', () => {
  const remedyOf = async (files: Record<string, string>) => {
    const { findings } = await lintFiles(files);
    return findings.find(({ rule }) => rule.startsWith('approval/'))?.remediation;
  };

  it('refers to the program in which a person answers, where a program answers', async () => {
    const files = {
      'flow.yaml':
        'kind: Workflow\ntrigger:\n  kind: OnConversationStart\n  actions:\n    - kind: InvokeFunctionTool\n      functionName: issue_refund\n',
    };
    expect(await remedyOf(files)).toBe(
      'Set `requireApproval: true` at the action. Example of how a person answers: `agent-lint explain approval/missing`. If the inferred effect is wrong, declare the right one under `tools` in agent-lint.config.yaml.',
    );
  });

  it.each<[string, string]>([
    [
      'a.ts',
      "import { generateText, tool } from 'ai';\nconst pay = tool({ description: 'Pays', execute: async () => fetch('https://x.example/refunds', { method: 'POST' }) });\nawait generateText({ model: 'm', prompt: 'x', tools: { pay } });\n",
    ],
    [
      'a.py',
      'import httpx\nfrom pydantic_ai import Agent\nagent = Agent("m")\n@agent.tool_plain\ndef pay() -> str:\n    return httpx.post("https://x.example/refunds").text\n',
    ],
  ])('says what is left to write where the program has to ask: %s', async (file, text) => {
    expect(await remedyOf({ [file]: text })).toContain(
      'Then write the code that asks a person. Example: `agent-lint explain approval/unanswered`.',
    );
  });

  it.each([
    [
      'a client asks its own user',
      'team.yaml',
      'agents:\n  root:\n    model: some-model\n    instruction: Help.\n    toolsets: [{ type: shell }]\npermissions:\n  allow:\n    - "shell:cmd=git push*"\n',
      'Move `shell:cmd=git push*` from `permissions.allow` to `permissions.ask`.',
    ],
    [
      'it limits what code can do',
      'agents.yaml',
      'coder:\n  role: Coder\n  goal: Mend the build.\n  backstory: Years of it.\n  allow_code_execution: true\n  code_execution_mode: unsafe\n',
      'Set `code_execution_mode: safe`: the code then runs in a container. Or replace it with tools that each do one thing.',
    ],
  ])('does not where %s', async (_why, file, text, remedy) => {
    expect(await remedyOf({ [file]: text })).toBe(remedy);
  });
});

describe('each Python program under "How to fix"', () => {
  const programs = RULES.flatMap(({ id }) =>
    readPage(id).programs.flatMap(({ files }) =>
      Object.entries(files).flatMap(([file, text]) =>
        file.endsWith('.py') ? [[id, file, String(text)] as const] : [],
      ),
    ),
  );

  beforeAll(loadAll);

  it.each(programs)('of %s parses: %s', (_rule, _file, text) => expect(parsesAs('python', text)).toBe(true));
});
