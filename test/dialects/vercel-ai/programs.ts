import { lintFiles } from '../../rules/lint-files.js';

/** The imports and tools that programs of these tests share: five lines. */
export const HEAD = `import { generateText, isLoopFinished, isStepCount, stepCountIs, streamText, tool, ToolLoopAgent } from 'ai';
const refund = tool({ description: 'Pays back', execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
const look = tool({ description: 'Looks up', execute: async ({ id }) => (await fetch('https://pay.example.com/orders/42')).json() });
`;

/** Lints a program of the framework; the project asks for nothing but that it is one. */
export const lintProgram = (text: string, files: Readonly<Record<string, string>> = {}) =>
  lintFiles({
    'program.ts': text,
    ...files,
    'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n',
  });

/** The findings of a program as `line:column severity rule message`. */
export async function findingsOf(text: string, files?: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await lintProgram(text, files);
  return findings.map(
    ({ range: { start }, severity, rule, message }) =>
      `${start.line}:${start.column} ${severity} ${rule} ${message}`,
  );
}

/** The rules of a program's findings. */
export async function rulesOf(text: string, files?: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await lintProgram(text, files);
  return findings.map(({ rule }) => rule);
}

/** Each tool as `name effect gate`, over all agents. */
export async function toolsOf(text: string, files?: Readonly<Record<string, string>>): Promise<string[]> {
  const { systems } = await lintProgram(text, files);
  return systems.flatMap(({ agents }) =>
    agents.flatMap(({ tools }) =>
      tools.map(
        ({ name, effect, approval }) =>
          `${name} ${effect.effect} ${approval.state}${approval.state === 'shown' ? ` ${approval.value.by}` : ''}`,
      ),
    ),
  );
}

/** The files of a project that locks a version of `ai`. */
export const locked = (version: string) => ({
  'package.json': '{ "name": "desk", "dependencies": { "ai": "*" } }',
  'package-lock.json': JSON.stringify({
    name: 'desk',
    lockfileVersion: 3,
    packages: { '': { name: 'desk' }, 'node_modules/ai': { version } },
  }),
});

/** Whether a gap is of a tool that the program defines beside what it is about. */
export const isUntaken = ({ message }: { message: string }): boolean =>
  message.includes('no agent is seen to take it');
