import type { CodeFile } from '../file.js';
import type { Definition } from '../language.js';
import { bindingOf } from '../names/names.js';
import type { Parameter } from '../names/outline.js';
import type { Scope } from '../names/scopes.js';
import { exportOrigin, type Origin } from '../node.js';
import type { Cst } from '../tree/cst.js';
import { type DynamicValue, dynamic, type Value, type Written } from './value.js';

/** A parameter of a function, and what its type says of where it comes from: an instance of a class of a package. */
export function parameterValue(file: CodeFile, node: Cst, name: string, at: Written): DynamicValue {
  const definition = file.language.define(node);
  const why =
    definition.name === undefined ? 'a parameter of a function' : `a parameter of ${definition.name}()`;
  const declared = definition.parameters.find((one) => one.binds.includes(name));
  const origin = declared && typeOrigin(file, declared, name);
  return { ...dynamic(at, why, origin), parameter: { file, node, name } };
}

/** Characters of a type that are read. */
const LONGEST_TYPE = 120;
/** `Runner`, `agents.Runner`, `Optional[Runner]`, `Runner | None`, `"Runner"`. */
const ONE_TYPE =
  /^(?:Optional\[)?["']?([\w$]+)((?:\.[\w$]+){0,4})["']?\]?(?:\s?\|\s?(?:None|undefined|null))?$/;

/** Where an instance of the type of a parameter comes from; undefined where a pattern takes it out of another value. */
function typeOrigin(file: CodeFile, { node }: Parameter, name: string): Origin | undefined {
  const type = node.field('type');
  const isPlain = (node.field('pattern') ?? node.field('name') ?? node.children()[0])?.text === name;
  if (!type || type.end - type.start > LONGEST_TYPE || !isPlain) return undefined;
  const [, root, members = ''] = ONE_TYPE.exec(type.text.replace(/^:/, '').trim()) ?? [];
  const sites = root === undefined ? [] : (bindingOf(file, root, node.start)?.sites ?? []);
  const source = sites.length === 1 ? sites[0]?.source : undefined;
  if (source?.kind !== 'import' || file.project.moduleOf(source.specifier, file)) return undefined;
  const origin = exportOrigin(source.specifier, source.imported);
  const dotted = `${origin.dotted}${members}`.replace(/^\./, '');
  return dotted === '' ? undefined : { ...origin, dotted: `${dotted}()` };
}

const OWN = /^(?:(?:public|private|protected|readonly|override)\s+){1,4}/;

/** What `this.x` is where a constructor declares it: `constructor(private readonly x: Runner)`. */
export function parameterProperty(file: CodeFile, scope: Scope, name: string): Value | undefined {
  const node = file.partAt(scope.start).methodOf(scope, 'constructor');
  const declared = node && file.language.define(node).parameters.find((one) => one.binds.includes(name));
  const pattern = declared?.node.field('pattern');
  if (!node || !declared || pattern?.text !== name || !OWN.test(declared.node.text)) return undefined;
  return parameterValue(file, node, name, { file, node: pattern });
}

/** The class whose constructor a method is, and how many parameters come before those that a call passes. */
export function constructedBy(
  file: CodeFile,
  node: Cst,
  { name }: Definition,
): { name: string; node: Cst; before: number } | undefined {
  if (name !== (file.language.isPython ? '__init__' : 'constructor')) return undefined;
  const around = file
    .partAt(node.start)
    .captures()
    .all('class')
    .findLast((one) => one.start < node.start && node.end <= one.end);
  const own = around?.field('name')?.text;
  return around && own !== undefined
    ? { name: own, node: around, before: file.language.isPython ? 1 : 0 }
    : undefined;
}
