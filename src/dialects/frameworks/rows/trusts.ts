import type { CodeSyntaxNode } from '../../../program/index.js';
import type { Framework } from '../framework.js';
import { calledOn } from '../origins.js';
import type { Values } from './row.js';
import { factsIn, gives, rowsAt, type Thing, thingAt } from './things.js';

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
export function holdersOf(node: CodeSyntaxNode, framework: Framework): Thing[] {
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

/** Whether a call takes answers by an option that says so. */
export function takesBy(node: CodeSyntaxNode, when: Values | undefined): Takes {
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
