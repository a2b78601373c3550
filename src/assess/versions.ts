import { isOlder, isOlderRelease } from '../facts/versions.js';
import type { AgentSystem, LockedVersion, PackageUpdate, ParameterNeed, Remedy } from '../model/index.js';

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
  const later = needs.later?.find(({ from }) => !isOlderRelease(version.version, from));
  const since = later?.since ?? needs.since;
  return isOlderRelease(version.version, since)
    ? { state: 'too-old', locked: version, needs: { ...needs, since } }
    : { state: 'available' };
}

/**
 * A remedy for the version that the project locks: with one that is too old it begins with the upgrade, and has no edit.
 * `update`: what has to come before it in any case.
 */
export function remedyFor(system: AgentSystem, remedy: Remedy, update?: PackageUpdate): Remedy {
  const known = remedy.needs ? availability(system, remedy.needs) : undefined;
  const first = update ? `${update.text} Then: ` : '';
  if (known === undefined || known.state === 'available')
    return first === '' ? remedy : { ...remedy, text: `${first}${remedy.text}` };
  const { package: name, since, parameter } = known.needs;
  if (known.state === 'unknown')
    return { ...remedy, text: `${first}${remedy.text} It needs ${name} ${since} or later.` };
  const { version, file } = known.locked;
  // One upgrade does both.
  const isSame = update?.package === name;
  const ofRun = isSame ? update.version : system.updateOf?.(name);
  const target = ofRun !== undefined && isOlder(since, ofRun) ? ofRun : since;
  return {
    text: `${isSame ? '' : first}Upgrade ${name} to ${target} or later (\`${file}\` locks ${version}, which lacks \`${parameter}\`), then: ${remedy.text}`,
  };
}
