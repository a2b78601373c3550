import { folderWith, runCli } from './run-cli.js';

/** A program in Python whose agent has the decorated functions of a text as its tools. */
export const python = (tools: string, before = ''): string => {
  const names = [...tools.matchAll(/@function_tool[^\n]*\n(?:@[^\n]*\n)*(?:async )?def (\w+)/g)].map(
    ([, name]) => name,
  );
  return `from agents import Agent, Runner, function_tool\n${before}\n\n${tools}\n\nagent = Agent(name="Desk", tools=[${names.join(', ')}])\nRunner.run_sync(agent, "hi")\n`;
};

/** A program in TypeScript whose agent has tools by their names, each with its `execute`. */
export const script = (tools: Record<string, string>, before = ''): string => {
  const made = Object.entries(tools).map(
    ([name, execute]) => `tool({ name: '${name}', description: '', parameters: {}, execute: ${execute} })`,
  );
  return `import { Agent, run, tool } from '@openai/agents';\n${before}\nconst agent = new Agent({ name: 'Desk', tools: [\n  ${made.join(',\n  ')},\n] });\nawait run(agent, 'hi');\n`;
};

interface ToolOfReport {
  name: string;
  effect: string;
  confidence: string;
  because: string;
  approval: { state: string; value?: string; why?: string; range?: { start: { line: number } } };
}

/** The tools of a project as `inspect` lists them. */
async function reportOf(files: Record<string, string>): Promise<ToolOfReport[]> {
  const run = await runCli(folderWith(files), ['inspect', '--format', 'json']);
  const { systems } = JSON.parse(run.stdout) as { systems: { agents: { tools: ToolOfReport[] }[] }[] };
  return systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools));
}

/** The tools of a project as `name effect confidence: because`. */
export const toolsIn = async (files: Record<string, string>): Promise<string[]> =>
  (await reportOf(files)).map(
    ({ name, effect, confidence, because }) => `${name} ${effect} ${confidence}: ${because}`,
  );

/** The gates of the tools of a project as `name | state | value or reason | line`. */
export const gatesIn = async (files: Record<string, string>): Promise<string[]> =>
  (await reportOf(files)).map(({ name, approval: { state, value, why, range } }) =>
    [name, state, value ?? why, range?.start.line].filter((part) => part !== undefined).join(' | '),
  );

/** The findings of a rule as `line message`, each with its related places as `  line message`. */
export async function reportedBy(
  files: Record<string, string>,
  rule = 'approval/missing',
): Promise<string[]> {
  const { stdout } = await runCli(folderWith(files), ['check', '--format', 'json', '--only', rule]);
  const { findings } = JSON.parse(stdout) as { findings: (Noted & { related?: Noted[] })[] };
  const line = ({ range, message }: Noted): string => `${range.start.line} ${message}`;
  return findings.flatMap((one) => [line(one), ...(one.related ?? []).map((each) => `  ${line(each)}`)]);
}

interface Noted {
  message: string;
  range: { start: { line: number } };
}
