/** Files of a client that are read together with its settings. */
const SETTINGS = /^(.*\/)?\.claude\/settings(?:\.local)?\.json$/;
const SERVERS = /^(.*\/)?\.mcp\.json$/;
const CREW = /^(.*\/)?(agents|tasks)(\.ya?ml)$/;

/**
 * Files that may be read together with one by the custom of its client, without naming it: settings of Claude Code with
 * everything in its folder and the `.mcp.json` beside it, agents of a crew with their tasks.
 */
export function partnersOf(file: string, files: readonly string[]): string[] {
  const settings = SETTINGS.exec(file);
  if (settings) {
    const folder = settings[1] ?? '';
    return files.filter((one) => one === `${folder}.mcp.json` || one.startsWith(`${folder}.claude/`));
  }
  const servers = SERVERS.exec(file);
  if (servers) {
    const folder = servers[1] ?? '';
    return ['settings.json', 'settings.local.json'].map((name) => `${folder}.claude/${name}`);
  }
  const [, folder = '', kind, ending] = CREW.exec(file) ?? [];
  return kind === undefined ? [] : [`${folder}${kind === 'agents' ? 'tasks' : 'agents'}${ending}`];
}
