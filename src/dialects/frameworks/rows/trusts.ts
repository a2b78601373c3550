import type { CodeSyntaxNode } from '../../../program/index.js';
import type { Framework } from '../framework.js';
import { calledOn } from '../origins.js';
import type { Values } from './row.js';
import { exportAt, factsIn, gives, rowsAt, type Thing, thingAt } from './things.js';

/** What a call takes answers from, whoever wrote it. */
export interface Trusted {
  readonly given: CodeSyntaxNode;
  readonly takes: Takes;
  readonly remedy: string;
}

/** Whether a call takes answers of the client; unknown where the option that says so is computed. */
export type Takes = 'yes' | 'no' | 'unknown';

/** What a run, or a runner with a stored state, takes answers from: an argument of it, or of what it is a method of. */
export function trustedBy(node: CodeSyntaxNode, framework: Framework): Trusted | undefined {
  const { requests } = rowsAt(node, framework).stated;
  for (const one of holdersOf(node, framework))
    for (const fact of factsIn(one, 'trusts')) {
      const takes = takesBy(one.node, fact.arg.when);
      const isOff = fact.arg.unless !== undefined && optionOf(node, fact.arg.unless) !== undefined;
      const remedy = one.stated.row.remedy?.trusts ?? requests?.trusts ?? '';
      if (takes !== 'no' && !isOff) return { given: fact.value, takes, remedy };
    }
  return undefined;
}

/** A run, and the runner that it is a method of. A runner that has such runs is read with them. */
function holdersOf(node: CodeSyntaxNode, framework: Framework): Thing[] {
  const thing = thingAt(node, framework);
  const isRun: boolean = gives(thing, 'run');
  const runner = isRun ? thingAt(calledOn(node), framework) : thing;
  const hasRuns = ({ stated }: Thing): boolean =>
    rowsAt(node, framework)
      .giving('run')
      .some(({ api }) => api.startsWith(`${stated.api}().`));
  return [
    ...(isRun && thing ? [thing] : []),
    ...(gives(runner, 'runner') && (isRun || !hasRuns(runner)) ? [runner] : []),
  ];
}

function takesBy(node: CodeSyntaxNode, when: Values | undefined): Takes {
  const [option, values = []] = Object.entries(when ?? {})[0] ?? [];
  if (option === undefined) return 'yes';
  const stated = optionOf(node, option);
  if (!stated || stated.kind === 'null') return 'no';
  const { scalar } = stated;
  if (values.length === 0 || values.some((one) => one === scalar)) return 'yes';
  return stated.kind === 'dynamic' ? 'unknown' : 'no';
}

const optionOf = ({ call }: CodeSyntaxNode, name: string): CodeSyntaxNode | undefined =>
  call?.options.get(name) ?? call?.named.get(name);

/** A call of an adapter that sends requests to a client only with a value of an option. */
export interface Adapter {
  /** The export that it is of. */
  readonly api: string;
  readonly option: string;
  readonly value: string | number | boolean;
  /** It states none of the values. */
  readonly isSilent: boolean;
  readonly remedy: string;
}

/** The adapter that a run is of; undefined where requests are sent whatever its options. */
export function adapterOf(node: CodeSyntaxNode, framework: Framework): Adapter | undefined {
  const { requests } = rowsAt(node, framework).stated;
  for (const one of holdersOf(node, framework))
    for (const { role, when } of one.stated.args) {
      const api = (exportAt(one.node, framework) ?? '').replace(/[(.].*$/s, '');
      const [option, [value] = []] = Object.entries(when ?? {})[0] ?? [];
      if (role !== 'trusts' || option === undefined || value == null || !requests?.handled?.includes(api))
        continue;
      const isSilent = takesBy(one.node, when) === 'no';
      return { api, option, value, isSilent, remedy: requests.trusts ?? '' };
    }
  return undefined;
}
