import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const program = (type: string, body: string) => `import httpx
from dataclasses import dataclass
from pydantic_ai import Agent, RunContext


@dataclass
class Deps:
    inbox: str
    permissions: dict

    def has_permission(self, name: str) -> bool:
        return self.permissions.get(name, False)


agent = Agent("openai:gpt-5", deps_type=Deps)


@agent.tool
async def work(ctx: ${type}, to: str, confirm: bool = False) -> str:
    """Works."""
${body}
    return "done"
`;

const SEND = '    httpx.post("https://mail.example.com/messages", json={"to": to})';
const CONFIRMED = `    if not confirm:\n        return "say yes"\n${SEND}`;

async function findings(text: string, rule: RegExp): Promise<string[]> {
  const { findings: all } = await lintFiles({ 'agent.py': text });
  return all.filter((one) => rule.test(one.rule)).map(({ rule: id, message }) => `${id} ${message}`);
}

describe('what the framework passes to a tool', () => {
  it.each(['RunContext', 'RunContext[Deps]', '"RunContext[Deps]"'])(
    'is not chosen by the model where its type is %s',
    async (type) => {
      const read = '    print(open(ctx.deps.inbox).read())';
      expect(await findings(program(type, read), /^scope\//)).toEqual([]);
      expect(await findings(program(type, read.replace('ctx.deps.inbox', 'to')), /^scope\//)).toEqual([
        'scope/filesystem-root `work` opens any path that the model chooses: a prompt injection can reach every file that the program can.',
      ]);
    },
  );

  it('is not named as the answer of the model', async () => {
    const allowed = `    if not ctx.deps.permissions:\n        return "no"\n${CONFIRMED}`;
    expect(await findings(program('RunContext[Deps]', allowed), /^approval\//)).toEqual([
      'approval/missing `work` sends a message without human approval (runs `httpx.post("https://mail.example.com/messages", json={"to": to})` at agent.py:25): `confirm` is passed by the model itself.',
    ]);
  });

  it('is no person where it says what a user may do', async () => {
    const test = (name: string) => `    if not ctx.deps.${name}("send"):\n        return "no"\n${SEND}`;
    expect(await findings(program('RunContext[Deps]', test('has_permission')), /^approval\//)).toEqual([
      'approval/missing `work` sends a message without human approval (runs `httpx.post("https://mail.example.com/messages", json={"to": to})` at agent.py:23).',
    ]);
    expect(await findings(program('RunContext[Deps]', test('request_permission')), /^approval\//)).toEqual(
      [],
    );
  });
});

describe('what a tool runs', () => {
  it.each([
    ['subprocess.run(to, shell=True)', 'command'],
    ['subprocess.run(["bash", "-c", to])', 'command'],
    ['subprocess.run(["python", "-c", to])', 'code'],
    ['exec(to)', 'code'],
  ])('is named by what reads the text: `%s` runs any %s', async (call, kind) => {
    const text = `import subprocess\n${program('RunContext', `    ${call}`)}`;
    expect(await findings(text, /^approval\//)).toEqual([
      `approval/open-ended-tool \`work\` can run any ${kind} without human approval (runs \`${call}\` at agent.py:22).`,
    ]);
  });

  it('is code where its name says an interpreter of a language', async () => {
    const text = program('RunContext', '    unknown(to)').replace('def work', 'def Python_REPL');
    expect(await findings(text, /^approval\//)).toEqual([
      'approval/open-ended-tool `Python_REPL` can run any code without human approval (inferred from its name: "repl").',
    ]);
  });
});

describe('what the dependencies of a run are used for', () => {
  const USE = '    ctx.deps.http.delete(f"https://bank.example.com/accounts/{to}")';
  const typed = (type: string, body: string, fields = 'http: httpx.Client') =>
    program(type, body).replace('inbox: str', fields);

  it.each(['RunContext[Deps]', '"RunContext[Deps]"'])('is read by the type that %s states', async (type) => {
    expect(await findings(typed(type, USE), /^approval\//)).toEqual([
      'approval/missing `work` deletes permanently without human approval (runs `ctx.deps.http.delete(f"https://bank.example.com/accounts/{to}")` (`httpx.Client().delete`) at agent.py:21).',
    ]);
    expect(await findings(typed(type, USE.replace('delete', 'get')), /^approval\//)).toEqual([]);
  });

  it.each(['httpx.Client', '"httpx.Client"', 'httpx.AsyncClient'])(
    'is read where they are one object of a package: RunContext[%s]',
    async (type) => {
      const direct = USE.replace('deps.http', 'deps');
      const named = type.replaceAll('"', '');
      expect(await findings(program(`RunContext[${type}]`, direct), /^approval\//)).toEqual([
        `approval/missing \`work\` deletes permanently without human approval (runs \`ctx.deps.delete(f"https://bank.example.com/accounts/{to}")\` (\`${named}().delete\`) at agent.py:21).`,
      ]);
      const reading = direct.replace('delete', 'get');
      expect(await findings(program(`RunContext[${type}]`, reading), /^approval\//)).toEqual([]);
    },
  );

  it('is not read of a field without a type of a package', async () => {
    expect(await findings(typed('RunContext[Deps]', USE, 'http: object'), /^approval\//)).toEqual([]);
  });

  it('is read in the method of a service', async () => {
    const service = `import stripe\n\n\nclass Payments:\n    def __init__(self, key):\n        self.client = stripe.StripeClient(key)\n\n    def back(self, charge):\n        return self.client.refunds.create({"charge": charge})\n\n\n`;
    const text = service + typed('RunContext[Deps]', '    ctx.deps.pay.back(to)', 'pay: Payments');
    expect(await findings(text, /^approval\//)).toEqual([
      'approval/missing `work` pays out money without human approval (runs `self.client.refunds.create({"charge": charge})` (`stripe.StripeClient().refunds.create`) at agent.py:9).',
    ]);
  });
});
