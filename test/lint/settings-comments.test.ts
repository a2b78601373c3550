import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const only = ['tracing/disabled', 'session/beta-header', 'config/unused-ignore'];
const program = 'from agents import Agent\n\na = Agent(name="A")\n';
const COMMENT = 'agent-lint-ignore tracing/disabled -- the gateway traces (until 2027-03-01)';

/** What a run says, as `file:line:column rule`, with the word `ignored` where it was set aside. */
async function said(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files, { only });
  return findings.map(({ rule, file, range: { start }, ignored }) => {
    const place = `${file}:${start.line}:${start.column} ${rule}`;
    return ignored ? `${place} ignored, ${ignored.kind}, ${ignored.reason}, ${ignored.until}` : place;
  });
}

const aside = (place: string) => [
  `${place} tracing/disabled ignored, comment, the gateway traces, 2027-03-01`,
];

describe('a comment in a file that sets the environment of programs', () => {
  it.each([
    ['.env', `# ${COMMENT}\nOPENAI_AGENTS_DISABLE_TRACING=1\n`, aside('.env:2:1')],
    ['.env.production', `OPENAI_AGENTS_DISABLE_TRACING=1 # ${COMMENT}\n`, aside('.env.production:1:1')],
    ['.env', `A="it's # ${COMMENT}"\nOPENAI_AGENTS_DISABLE_TRACING=1\n`, ['.env:2:1 tracing/disabled']],
    ['.env', `A=x#${COMMENT}\nOPENAI_AGENTS_DISABLE_TRACING=1\n`, ['.env:2:1 tracing/disabled']],
    ['.env', `# ${COMMENT}\nA=1\n`, ['.env:1:1 config/unused-ignore']],
    [
      'Dockerfile',
      `FROM scratch\n  # ${COMMENT}\nENV OPENAI_AGENTS_DISABLE_TRACING=1\n`,
      aside('Dockerfile:3:5'),
    ],
    [
      'compose.yaml',
      `services:\n  a:\n    build: .\n    environment:\n      # ${COMMENT}\n      OPENAI_AGENTS_DISABLE_TRACING: "1"\n`,
      aside('compose.yaml:6:7'),
    ],
  ])('%s holding %j', async (name, text, expected) => {
    expect(await said({ 'a.py': program, [name]: text })).toEqual(expected);
  });

  it('says nothing where there is no program', async () => {
    expect(await said({ '.env': `# ${COMMENT}\nA=1\n`, 'x.session.yaml': 'agent: { model: m }\n' })).toEqual(
      [],
    );
  });
});

describe('a comment above a block of code in Markdown', () => {
  const block = (comment: string, fence: string) =>
    `${comment}\n${fence}sh\ncurl -X POST https://a.example.com/v1/agents/sessions --json '{"agent":{"model":"m"},"environment":{"type":"hosted"}}'\n${fence}\n`;
  it.each(['```', '~~~~'])('speaks of the first line in it (%s)', async (fence) => {
    const comment = '<!-- agent-lint-ignore session/beta-header -- the proxy adds it -->';
    expect(await said({ 'a.md': block(comment, fence) })).toEqual([
      'a.md:3:1 session/beta-header ignored, comment, the proxy adds it, undefined',
    ]);
    expect(await said({ 'a.md': block('Text.', fence) })).toEqual(['a.md:3:1 session/beta-header']);
  });
});
