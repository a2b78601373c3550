import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PAY = "async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })";

const READERS = {
  query: (from: string) => `import { query, tool } from '${from}';
const refund = tool('issue_refund', 'Refund a charge', {}, ${PAY});
export const run = query({ prompt: 'sort the mail', options: { permissionMode: 'bypassPermissions', tools: [refund] } });
`,
  generateText: (from: string) => `import { generateText, tool } from '${from}';
const refund = tool({ description: 'Refund a charge', execute: ${PAY} });
export const run = generateText({ model: 'm', prompt: 'sort the mail', tools: { issue_refund: refund } });
`,
  createAgent: (from: string) => `import { createAgent, tool } from '${from}';
const refund = tool(${PAY}, { name: 'issue_refund', description: 'Refund a charge' });
export const run = createAgent({ model: 'm', tools: [refund] });
`,
  create_agent: (from: string) => `import stripe
from ${from} import create_agent


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


desk = create_agent("openai:gpt-5", tools=[issue_refund])
`,
  Agent: (from: string) => `import stripe
from ${from} import Agent

desk = Agent("openai:gpt-5")


@desk.tool_plain
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)
`,
  ClaudeAgentOptions: (from: string) => `from ${from} import ClaudeAgentOptions, query

run = query(prompt="sort the mail", options=ClaudeAgentOptions(permission_mode="bypassPermissions"))
`,
} as const;

const ROWS: readonly [keyof typeof READERS, string, string, string, string][] = [
  ['query', 'a.ts', '@anthropic-ai/claude-agent-sdk', '@acme/sdk', './own.js'],
  ['generateText', 'a.ts', 'ai', '@acme/ai', './own.js'],
  ['createAgent', 'a.ts', 'langchain', '@acme/langchain', './own.js'],
  ['create_agent', 'a.py', 'langchain.agents', 'acme.agents', 'own'],
  ['Agent', 'a.py', 'pydantic_ai', 'acme_ai', 'own'],
  ['ClaudeAgentOptions', 'a.py', 'claude_agent_sdk', 'acme_sdk', 'own'],
];

const OWN = {
  'own.ts':
    'export const tool = (...given: unknown[]) => given;\nexport const query = tool;\nexport const generateText = tool;\nexport const createAgent = tool;\n',
  'own.py': `class Agent:
    def __init__(self, *given, **named):
        self.given = given

    def tool_plain(self, fn):
        return fn


def create_agent(*given, **named):
    return given


class ClaudeAgentOptions:
    def __init__(self, **named):
        self.named = named


def query(**named):
    return named
`,
};

describe.each(ROWS)('`%s`', (name, file, real, other, own) => {
  const systemsOf = async (from: string, files: Record<string, string> = {}) => {
    const { systems, findings } = await lintFiles({ [file]: READERS[name](from), ...files });
    const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
    return [systems.length, errors.length > 0 ? errors : 'no error'];
  };

  it('of the framework is an agent with an act that nobody approves', async () => {
    expect(await systemsOf(real)).toEqual([
      1,
      [expect.stringMatching(/^approval\/(?:missing|auto-approved)$/)],
    ]);
  });

  it('of another package, or of the project, is none', async () => {
    expect(await systemsOf(other)).toEqual([0, 'no error']);
    expect(await systemsOf(own, OWN)).toEqual([0, 'no error']);
  });
});
