/** File names that propose a dialect (design, section 4). */
const AGENT_CONFIG_ENDINGS = ['agent.yaml', 'agent.yml', 'agent.json'];
const SESSION_ENDINGS = ['.session.json', '.session.yaml', '.session.yml'];

/** The dialect that a file's name proposes; undefined where it proposes none. */
export function proposedByName(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const ending of AGENT_CONFIG_ENDINGS)
    if (name === ending || name.endsWith(`.${ending}`)) return 'agent-config';
  for (const ending of SESSION_ENDINGS) if (name.endsWith(ending)) return 'session';
  return undefined;
}
