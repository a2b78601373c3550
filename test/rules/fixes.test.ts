import { describe, expect, it } from 'vitest';
import { editedText } from '../../src/syntax/edit/apply.js';
import { lintFiles } from './lint-files.js';

const RESEARCH = `requirements: { beta: allowed }
agent:
  instructions: Compare the offers.
  tools:
    - { type: function, name: issue_refund, description: Refund a charge } # by hand
multi_agent: { enabled: true }
`;

/** The fixes of one rule, with the text that each makes of its file. */
async function fixesOf(files: Record<string, string>, rule: string) {
  const { findings } = await lintFiles(files);
  return findings
    .filter((finding) => finding.rule === rule)
    .flatMap(({ fixes }) => fixes)
    .map(({ title, safe, edits }) => {
      const file = edits[0]?.file ?? '';
      return { title, safe, file, text: editedText(files[file] ?? '', edits) };
    });
}

describe('the fixes of a finding', () => {
  it('bound the subagents of a payload', async () => {
    expect(await fixesOf({ 'research.agent.yaml': RESEARCH }, 'delegation/unbounded')).toEqual([
      {
        title: 'Set `max_concurrent_subagents` to 4',
        safe: false,
        file: 'research.agent.yaml',
        text: RESEARCH.replace('true }', 'true, max_concurrent_subagents: 4 }'),
      },
    ]);
  });

  it('claim in an agent config itself', async () => {
    const title = 'Claim: a person approves `issue_refund`';
    const claim = 'controls:\n  tools:\n    issue_refund:\n      approval: { by: human }\n';
    expect(await fixesOf({ 'research.agent.yaml': RESEARCH }, 'approval/missing')).toEqual([
      { title, safe: false, file: 'research.agent.yaml', text: RESEARCH + claim },
    ]);
  });

  const SESSION =
    '{ "agent": { "instructions": "Help.", "tools": [{ "type": "function", "name": "send_mail" }] }, "environment": { "type": "hosted" } }\n';
  const attestation = (files: string) =>
    `- files: ${files}\n    controls:\n      tools:\n        send_mail:\n          approval: { by: human }\n    reason: ""\n`;

  it('claim in a new configuration where there is none', async () => {
    expect(
      (await fixesOf({ 'a.session.json': SESSION }, 'approval/missing')).map(({ file, text }) => [
        file,
        text,
      ]),
    ).toEqual([['agent-lint.config.yaml', `attestations:\n  ${attestation('./a.session.json')}`]]);
  });

  it('claim in the configuration nearest to the file', async () => {
    const config = 'vendor: openai # ours\nattestations: []\n';
    const files = {
      'agent-lint.config.yaml': 'preset: strict\n',
      'desk/agent-lint.config.yaml': '# nothing yet\n',
      'desk/in/a.session.json': SESSION,
      'mail/.agent-lintrc.yaml': config.replace('attestations: []\n', ''),
      'mail/a.session.json': SESSION,
    };
    expect((await fixesOf(files, 'approval/missing')).map(({ file, text }) => [file, text])).toEqual([
      ['desk/agent-lint.config.yaml', `# nothing yet\nattestations:\n  ${attestation('in/a.session.json')}`],
      [
        'mail/.agent-lintrc.yaml',
        `vendor: openai # ours\nattestations:\n  ${attestation('./a.session.json')}`,
      ],
    ]);
  });

  it('gate a function of Python as far as the locked version can', async () => {
    const desk = (decorator: string) =>
      `from agents import Agent, function_tool\n\n@${decorator}\ndef issue_refund(charge: str) -> str:\n    """Refund a charge."""\n    return stripe.refunds.create(charge=charge)\n\nagent = Agent(name="Desk", tools=[issue_refund])\n`;
    const found = async (lock: Record<string, string>) => {
      const { findings } = await lintFiles({ 'desk.py': desk('function_tool'), ...lock });
      const [one] = findings.filter(({ rule }) => rule === 'approval/missing');
      return {
        remediation: one?.remediation,
        fixed: one?.fixes.map(({ title, edits }) =>
          edits.every(({ file }) => file === 'desk.py') ? editedText(desk('function_tool'), edits) : title,
        ),
      };
    };
    const gated = [desk('function_tool(needs_approval=True)')];
    const edit =
      'Replace `@function_tool` with `@function_tool(needs_approval=True)`: each call then interrupts the run until your code approves or rejects it.';
    const advice =
      'If the inferred effect is wrong, declare the right one under `tools` in agent-lint.config.yaml.';
    const answers = 'Example of how a person answers: `agent-lint explain approval/missing`.';
    const lock = (version: string) => ({
      'uv.lock': `[[package]]\nname = "openai-agents"\nversion = "${version}"\n`,
    });
    expect(await found({})).toEqual({
      remediation: `${edit} It needs openai-agents 0.8.0 or later. ${answers} ${advice}`,
      fixed: gated,
    });
    expect(await found(lock('0.22.0'))).toEqual({
      remediation: `${edit} ${answers} ${advice}`,
      fixed: gated,
    });
    expect(await found(lock('0.7.0'))).toEqual({
      remediation: `Upgrade openai-agents to 0.20.0 or later (\`uv.lock\` locks 0.7.0, which lacks \`needs_approval\`), then: ${edit} ${answers} Or require human approval where \`issue_refund\` runs, and claim it in agent-lint.config.yaml under \`attestations\`, with your own \`reason\`: \`- { files: ./desk.py, controls: { tools: { issue_refund: { approval: { by: human } } } }, reason: "" }\`. ${advice}`,
      fixed: ['Claim: a person approves `issue_refund`'],
    });
  });

  it('are left out where nobody asks for them', async () => {
    const { findings } = await lintFiles({ 'research.agent.yaml': RESEARCH }, { withoutFixes: true });
    expect(findings.flatMap(({ fixes }) => fixes)).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
  });
});
