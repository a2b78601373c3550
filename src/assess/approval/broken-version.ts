import {
  type Agent,
  type BrokenVersion,
  codeSpan,
  type Place,
  type Report,
  toolsOf,
  type UnreadLock,
} from '../../model/index.js';

/** Parts, and things that happen, that one message names. */
const MOST = 4;

function listed(parts: readonly string[]): string {
  const shown = parts.slice(0, MOST);
  if (parts.length > MOST) shown.push(`${parts.length - MOST} more`);
  const end = shown.pop() ?? '';
  return shown.length === 0 ? end : `${shown.join(', ')} and ${end}`;
}

const nameOf = ({ package: name, locked }: BrokenVersion): string =>
  locked ? `${codeSpan(name)} ${codeSpan(locked.range?.stated ?? locked.version)}` : codeSpan(name);

/** What is reported of a locked version that does not enforce what a program uses. */
export function brokenVersionReport(broken: BrokenVersion, agents: readonly Agent[] = []): Report {
  const { locked, what, parts, remedy, isOpen, isIdle } = broken;
  const at = locked?.at ?? (parts[0] as (typeof parts)[number]).at;
  const each = [...new Set(parts.map((one) => one.words))];
  const words = listed(each);
  const shown = what.slice(0, MOST);
  const rest = what.length > MOST ? `; and ${what.length - MOST} more` : '';
  // Several faults are numbered: each has commas and colons of its own.
  const faults = `${shown.map((one, at) => `(${at + 1}) ${one}`).join('; ')}${rest}`;
  const lead = `${nameOf(broken)} does not enforce ${words}`;
  const gated = new Set(parts.map(({ tool }) => tool?.at));
  const tools = agents.flatMap((agent) =>
    toolsOf(agent)
      .filter(({ at: of, flaws }) => gated.has(of) && flaws?.some(({ kind }) => kind === 'broken-version'))
      .map((tool) => ({ agent, tool })),
  );
  const unknown = locked?.range
    ? `Whether the version that is installed for ${nameOf(broken)} enforces ${words}: only newer versions do, and no lock file says which one is used.`
    : `Whether ${nameOf(broken)} enforces ${words}: it is not known which release was the first to do so.`;
  return {
    at: isIdle ? ofReading(at) : at,
    message:
      what.length > 1 ? `${lead}: ${what.length} known faults: ${faults}.` : `${lead}: ${shown.join('')}.`,
    remediation: remedy.text,
    related: (locked ? parts : parts.slice(1))
      .slice(0, MOST)
      .map(({ at: of, words: part }) => ({ at: of, message: `It does not enforce ${part}.` })),
    ...(isIdle ? { severity: 'info' } : !locked && { severity: 'warning' }),
    parts: { words, each },
    ...(tools.length > 0 && { tools }),
    ...(isOpen && { evidence: 'undecidable', subject: unknown }),
  };
}

/** People who accept that gates of reading do not hold have not accepted it of an act. */
const ofReading = (at: Place): Place => ({
  file: at.file,
  path: `${at.path}.reads`,
  range: () => at.range(),
  element: () => at.element?.() ?? at.range(),
});

/** What is reported of a file that would state versions and cannot be read. */
export const unreadLockReport = ({ at, why }: UnreadLock): Report => ({
  at,
  evidence: 'undecidable',
  message: `${codeSpan(at.file)} states no version that can be read: ${why}.`,
  subject: `Which versions ${codeSpan(at.file)} states: ${why}. The newest ones are assumed.`,
  remediation: `Repair ${codeSpan(at.file)}, or write it again with the package manager.`,
});
