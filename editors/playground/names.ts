/** Names that people choose from: the name decides how a text is read. */
export const NAMES: readonly string[] = [
  'agent.py',
  'agent.ts',
  'agent.agent.yaml',
  'session.json',
  'create-session.http',
  '.mcp.json',
  '.claude/settings.json',
  '.github/workflows/agent.yml',
];

/** What a text looks like, the most telling first. */
const LOOKS: readonly (readonly [RegExp, string])[] = [
  [/^\s*\{[\s\S]*"(?:mcpServers|mcp_servers)"\s*:\s*\{/, '.mcp.json'],
  [/^\s*\{[\s\S]*"(?:permissions|hooks|enabledPlugins)"\s*:/, '.claude/settings.json'],
  [/^\s*[{[]/, 'session.json'],
  [/^(?:GET|POST|PUT|PATCH|###)\s/m, 'create-session.http'],
  [/^jobs:/m, '.github/workflows/agent.yml'],
  [
    /^(?:import\s.*from\s*['"]|import\s*['"{]|(?:export\s+)?(?:const|let|function|async function|interface)\s)/m,
    'agent.ts',
  ],
  [/^(?:from\s+[\w.]+\s+import\s|import\s+[\w.]+|(?:async\s+)?def\s|class\s+\w+.*:\s*$|@\w)/m, 'agent.py'],
  [/^[\w-]+\s*:/m, 'agent.agent.yaml'],
];

/** A text is looked at as far as this. */
const LOOKED_AT = 20_000;

/** The name under which a text is probably kept; undefined where it looks like nothing. */
export function nameFor(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT);
  return LOOKS.find(([look]) => look.test(start))?.[1];
}

/** Whether a name that came with a link is one of a file in a project. */
export const isFileName = (name: string): boolean =>
  name.length <= 200 && /^[\w.@-]+(?:\/[\w.@-]+)*$/.test(name) && !/(?:^|\/)\.\.?(?:\/|$)/.test(name);
