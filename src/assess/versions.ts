import { isOlderRelease } from '../facts/versions.js';
import type { AgentSystem, LockedVersion, ParameterNeed, Remedy } from '../model/index.js';

/** Whether the SDK of a program takes a parameter, by the version that the project locks. */
export type Availability =
  | { state: 'available' }
  | { state: 'too-old'; locked: LockedVersion; needs: ParameterNeed }
  /** No version is locked: the newest one has it. */
  | { state: 'unknown'; needs: ParameterNeed };

/** Whether the version that a system's project locks has a parameter. One that every version has is always available. */
export function availability({ locked }: AgentSystem, needs: ParameterNeed): Availability {
  if (needs.before === undefined) return { state: 'available' };
  const version = locked?.(needs.package);
  if (!version || version.range) return { state: 'unknown', needs };
  return isOlderRelease(version.version, needs.since)
    ? { state: 'too-old', locked: version, needs }
    : { state: 'available' };
}

/** A remedy for the version that the project locks: with one that is too old it begins with the upgrade, and has no edit. */
export function remedyFor(system: AgentSystem, remedy: Remedy): Remedy {
  const known = remedy.needs ? availability(system, remedy.needs) : undefined;
  if (known === undefined || known.state === 'available') return remedy;
  const { package: name, since } = known.needs;
  if (known.state === 'unknown')
    return { ...remedy, text: `${remedy.text} It needs ${name} ${since} or later.` };
  const { version, file } = known.locked;
  return {
    text: `Upgrade ${name} to ${since} or later (\`${file}\` locks ${version}, which lacks \`${known.needs.parameter}\`), then: ${remedy.text}`,
  };
}
