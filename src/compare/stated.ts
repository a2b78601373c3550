import { claimKey, compareWaivers, isInForce, type Waiver } from '../lint/waivers.js';
import type { Change, ComparedDecision, DecisionState } from './change.js';
import { pairedInTurn } from './pairs.js';

/** Changed decisions, each with the files that it is for. */
export function compareDecisions(
  before: readonly ComparedDecision[],
  after: readonly ComparedDecision[],
  movedTo: (file: string) => string,
): Change[] {
  const old = new Map(before.flatMap((one) => filesOf(one).map((file) => [movedTo(file), one])));
  const changed = new Map<string, Extract<Change, { kind: 'decision' }> & { files: string[] }>();
  for (const one of after) {
    for (const file of filesOf(one)) {
      const was = old.get(file);
      if (!was) continue;
      const [from, to] = [decisionState(was), decisionState(one)];
      const key = JSON.stringify([from, to]);
      if (JSON.stringify(from) === JSON.stringify(to)) continue;
      const known = changed.get(key);
      if (known) known.files.push(file);
      else changed.set(key, { kind: 'decision', files: [file], before: from, after: to });
    }
  }
  return [...changed.values()];
}

function decisionState({ outcome, recommended, runtimes }: ComparedDecision): DecisionState {
  return {
    outcome,
    recommended,
    verdicts: Object.fromEntries(runtimes.map(({ runtime, verdict }) => [runtime, verdict])),
  };
}

type Requirement = Extract<Change, { kind: 'requirement' }>;

/** Requirements that are stated, left out or changed for files that were there before, key by key. */
export function compareRequirements(
  before: readonly ComparedDecision[],
  after: readonly ComparedDecision[],
  movedTo: (file: string) => string,
): Change[] {
  const old = new Map(before.flatMap((one) => filesOf(one).map((file) => [movedTo(file), textsOf(one)])));
  const changed = new Map<string, Requirement & { files: string[] }>();
  for (const one of after) {
    const now = textsOf(one);
    for (const file of filesOf(one)) {
      const was = old.get(file);
      for (const requirement of new Set(was ? [...was.keys(), ...now.keys()] : [])) {
        const texts = { before: was?.get(requirement) ?? null, after: now.get(requirement) ?? null };
        if (texts.before === texts.after) continue;
        const key = JSON.stringify([requirement, texts]);
        const known = changed.get(key);
        if (known) known.files.push(file);
        else changed.set(key, { kind: 'requirement', requirement, file, files: [file], ...texts });
      }
    }
  }
  return [...changed.values()];
}

const filesOf = ({ files = [''] }: ComparedDecision) => files;

/** The requirements of a decision by their keys, each as text: of several values, one a line. */
function textsOf({ requirements = {} }: ComparedDecision): Map<string, string> {
  return new Map(Object.entries(requirements ?? {}).map(([key, value]) => [key, textOf(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, member]) => `${key}: ${String(member)}`)
    .join('\n');
}

/** Claims that are worded anew, then waivers that are new, end later or are gone. */
export function compareClaims(
  before: readonly Waiver[],
  after: readonly Waiver[],
  movedTo: (file: string) => string,
): Change[] {
  const claims = (waivers: readonly Waiver[]) => waivers.filter((one) => isInForce(one) && isClaim(one));
  const moved = (waiver: Waiver) => ({ ...waiver, file: movedTo(waiver.file) });
  const old = new Map(claims(before).map((one) => [moved(one), one]));
  const pairs = pairedInTurn([...old.keys()], claims(after), [
    (one) => `${claimKey(one)}\n${claimText(one)}`,
    claimKey,
  ]);
  const paired = new Set<Waiver | undefined>();
  const changes = pairs.flatMap(([was, is]): Change[] => {
    if (!was || !is) return [];
    paired.add(old.get(was)).add(is);
    const texts = { before: claimText(was), after: claimText(is) };
    return texts.before === texts.after ? [] : [{ kind: 'claim', waiver: is, file: is.file, ...texts }];
  });
  const isAlone = (waiver: Waiver) => !paired.has(waiver);
  const rest = compareWaivers(before.filter(isAlone), after.filter(isAlone), movedTo);
  return [...changes, ...rest.map((one) => ({ kind: 'waiver' as const, ...one }))];
}

const isClaim = ({ kind }: Waiver) => kind === 'claim' || kind === 'attestation' || kind === 'effect';

/** What the value of a claim is called where it is stated. */
const VALUES: Readonly<Record<string, string>> = { approval: 'by', tracing: 'sink', residency: 'region' };
/** What the reason is called. */
const REASONS: Readonly<Record<string, string>> = { claim: 'how', effect: 'because' };

/** Who or what answers, how, until when: one a line. */
function claimText({ kind, control = kind, value, how, reason, until }: Waiver): string {
  const lines = [
    [VALUES[control] ?? control, value],
    ['how', how],
    [REASONS[kind] ?? 'reason', reason],
    ['until', until],
  ];
  return lines.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])).join('\n');
}
