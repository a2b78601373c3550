import { addTo } from '../../../model/grouped.js';
import { isTestFile } from '../../../model/test-file.js';
import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { classAround, moduleBinding } from '../names/names.js';
import type { Scope } from '../names/scopes.js';
import type { Expression } from '../tree/expression.js';
import { arrayOf, joinedArray } from './containers.js';
import { eitherArray } from './either-array.js';
import { factoryResult } from './factories.js';
import { fieldOf, isSelfNode } from './members.js';
import { dynamic, type Value, type Written } from './value.js';

/** A class of a module by its name. */
export interface NamedClass {
  file: CodeFile;
  name: string;
}

const HEAD = /\bclass\s+([\w$]{1,100})([^{:]{0,300})/g;

/** Notes the classes of a file by the names in their heads, as the text tells. What a test extends is not the program's. */
export function noteHeads(file: CodeFile, heads: Map<string, NamedClass[]>): void {
  if (isTestFile(file.file) || file.skipped !== undefined) return;
  for (const [, name = '', rest = ''] of file.text.matchAll(HEAD)) {
    for (const named of new Set(rest.match(/[\w$]+/g))) {
      addTo(heads, named, { file, name });
    }
  }
}

/**
 * What a member of `this` or `self` may be: what its class gives it, or a class of the project that extends that. Undefined
 * where none gives it a value.
 */
export function ownMember(at: Written, name: string): Value | undefined {
  const own = fieldOf(at.file, at.node.start, name);
  const others = givenByExtending(at, name);
  if (others.length === 0) return own;
  const all = own && !isLeftOpen(at, own, name) ? [own, ...others] : others;
  // A call of a method is read for what each of them gives.
  return all.find(isFunction) ?? eitherOfAll(at, all);
}

/** What a method of the object itself gives, where classes that extend its own have one as well. */
export function overriddenResult(at: Written, { callee }: Expression & { kind: 'call' }): Value | undefined {
  const said = read(callee);
  if (said.kind !== 'member' || !isSelfNode({ file: at.file, node: said.object })) return undefined;
  const name = said.property;
  const others = givenByExtending(at, name).filter(isFunction);
  const own = others.length > 0 ? fieldOf(at.file, at.node.start, name) : undefined;
  const all = own && isFunction(own) && !isLeftOpen(at, own, name) ? [own, ...others] : others;
  // One method alone is read with its arguments.
  return all.length < 2
    ? undefined
    : eitherOfAll(
        at,
        all.map((one) => resultOf(at, one)),
      );
}

type Defined = Value & { kind: 'definition' };

const isFunction = (value: Value): value is Defined =>
  value.kind === 'definition' && value.definition.kind === 'function';

const isClass = (value: Value): value is Defined =>
  value.kind === 'definition' && value.definition.kind === 'class';

const WHY = 'given by the class that extends it';

/** Any of several values: of lists, what any of them holds. */
function eitherOfAll(at: Written, values: readonly Value[]): Value {
  const [only] = values;
  if (only && values.length === 1) return only;
  const lists = values.some(({ kind }) => kind === 'array')
    ? values.map((one) => (one.kind === 'array' ? one : joinedArray(one.at, [one])))
    : [];
  const list = lists.length > 0 ? eitherArray(at, lists, WHY) : undefined;
  const may = values.map((one) => ({ written: one.at, value: () => one }));
  return list ?? { ...dynamic(at, WHY), may, isChoice: true };
}

function resultOf(at: Written, { at: { file }, definition }: Defined): Value {
  const result = factoryResult(file, definition);
  return result ? file.project.evaluate(file, result.node) : dynamic(at, 'computed by a method');
}

const NOTHING = /^(?:\s|[urUR]*"""[^"]*""")*(?:\.\.\.|pass|raise\s+NotImplementedError\b[^\n]*)\s*$/;

/** A member that a class only declares, for classes that extend it. */
function isLeftOpen({ file, node }: Written, own: Value, name: string): boolean {
  if (isFunction(own)) return NOTHING.test(own.definition.body?.text ?? '');
  const scope = classAround(file, node.start);
  const sites = scope && file.sitesIn(scope, name);
  return sites?.every(({ source }) => source.kind === 'declared') ?? false;
}

/** What classes that extend the class around a node give one of its members, each once. */
function givenByExtending(at: Written, name: string): Value[] {
  const scope = classAround(at.file, at.node.start);
  return scope ? extending(at.file, scope, 0).flatMap((one) => givenBy(one, name)) : [];
}

function givenBy({ at: { file, node }, definition }: Defined, name: string): Value[] {
  const inside = definition.body?.start ?? node.start + 1;
  const scope = classAround(file, inside);
  const own = fieldOf(file, inside, name);
  const added = file
    .partAt(node.start)
    .writesFrom(file.language.isPython ? 'self' : 'this')
    .filter(
      ({ act, path, start }) =>
        path.length === 1 && path[0] === name && act === 'append' && classAround(file, start) === scope,
    );
  return [...(own ? [own] : []), ...added.map(({ values }) => arrayOf({ file, node }, values))];
}

/** Classes that extend each other are followed no further than this, and no more than so many of one. */
const DEEPEST = 4;
const MOST_EXTENDING = 50;

/** The classes of the project that extend the class of a scope, and those that extend them. */
function extending(file: CodeFile, scope: Scope, depth: number): Defined[] {
  const name = /\bclass\s+([\w$]{1,100})/.exec(file.text.slice(scope.start, scope.start + 200))?.[1];
  if (name === undefined || depth >= DEEPEST) return [];
  const own = file.project.classesNaming(name).slice(0, MOST_EXTENDING).flatMap(classOf);
  return own
    .filter((one) => basesOf(one).some((base) => base.at.file === file && scopeOf(base) === scope))
    .flatMap((one) => {
      const inner = scopeOf(one);
      return [one, ...(inner ? extending(one.at.file, inner, depth + 1) : [])];
    });
}

function classOf({ file, name }: NamedClass): Defined[] {
  const source = moduleBinding(file, name)?.sites.at(-1)?.source;
  const value = source?.kind === 'class' ? file.project.evaluate(file, source.node) : undefined;
  return value && isClass(value) ? [value] : [];
}

const basesOf = ({ at: { file }, definition }: Defined): Defined[] =>
  definition.bases.map((base) => file.project.evaluate(file, base)).filter(isClass);

const scopeOf = ({ at: { file, node }, definition }: Defined): Scope | undefined =>
  classAround(file, definition.body?.start ?? node.start + 1);
