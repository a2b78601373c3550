import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { MAX_WRAPS } from '../limits.js';
import { type Binding, bindingOf, siteFor } from '../names/names.js';
import { type Step, WHOLE_MODULE } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import { textValue } from '../tree/spelling.js';
import { argumentFor } from './arguments.js';
import { builtIn } from './built-in.js';
import { sideTaken } from './chosen.js';
import { collected } from './collected.js';
import { arrayOf, changedObject, chosen, membersOf, objectOf, optionsOf } from './containers.js';
import { eitherSite } from './either.js';
import { factoryResult } from './factories.js';
import { importedValue } from './imports.js';
import { memberOfInstance } from './instance-members.js';
import { instanceResult, passedTo } from './instances.js';
import { isSelfNode, memberOf } from './members.js';
import { overriddenResult, ownMember } from './overridden.js';
import { withBound } from './partial.js';
import { copyOf } from './python-calls.js';
import { recordMade } from './records.js';
import { comprehended, givenInTurn } from './repeated.js';
import { asSeenFrom } from './seen.js';
import { filledIn, join } from './texts.js';
import { type CallValue, dynamic, type Value, type Written } from './value.js';
import { changesOf, changesOfName } from './writes.js';

/** What an expression evaluates to. Members and items are evaluated when they are asked for. */
export function compute(file: CodeFile, start: Cst): Value {
  let node = start;
  let expression = read(node);
  for (let wraps = 0; expression.kind === 'same'; wraps++) {
    if (wraps > MAX_WRAPS) return dynamic({ file, node: start }, 'nested too deeply');
    node = expression.node;
    expression = read(node);
  }
  const at = { file, node };
  const { project } = file;
  switch (expression.kind) {
    case 'literal':
      return { kind: 'scalar', at, scalar: expression.scalar };
    case 'nothing':
      return { kind: 'nothing', at };
    case 'text':
      return { kind: 'scalar', at, scalar: textValue(file.text, expression.pieces) };
    case 'template':
      return filledIn(at, expression.parts);
    case 'list':
      return arrayOf(at, expression.elements);
    case 'record':
      return objectOf(at, expression.entries);
    case 'name':
      return valueOfName(at, expression.name);
    case 'member':
      return isSelfNode({ file, node: expression.object })
        ? (ownMember(at, expression.property) ?? dynamic(at, 'set on the object at run time'))
        : partOf(project.evaluate(file, expression.object), expression.property, at);
    case 'element':
      return element(at, expression);
    case 'join':
      return join(at);
    case 'merge':
      return merge(at, expression);
    case 'call':
      return call(at, expression);
    case 'function':
    case 'class':
      return definition(file, expression.node);
    case 'module':
      return importedValue(at, expression.specifier, WHOLE_MODULE);
    case 'not': {
      const value = project.evaluate(file, expression.operand);
      const isSwitch = value.kind === 'scalar' && typeof value.scalar === 'boolean';
      return isSwitch ? { ...value, at, scalar: !value.scalar } : dynamic(at, 'computed at run time');
    }
    case 'each':
      return comprehended(at) ?? dynamic(at, 'computed by a comprehension');
    case 'choice':
      return chosenBy(at, expression);
    default:
      return dynamic(at, expression.why);
  }
}

function definition(file: CodeFile, node: Cst): Value {
  const defined = file.language.define(node);
  const name = defined.name ?? '';
  return {
    kind: 'definition',
    at: { file, node },
    definition: defined,
    decorators: file.decoratorsOf(node),
    origin: { module: '', name, dotted: name, file: file.file },
  };
}

function valueOfName(at: Written, name: string): Value {
  const { file, node } = at;
  const binding = bindingOf(file, name, node.start);
  if (binding) return valueOfBinding(binding, node.start, at);
  for (const star of file.language.isPython ? file.exports().stars : []) {
    const target = file.project.moduleOf(star, file);
    const found = target && file.project.exportOf(target, name);
    if (found) return found;
    // Without the module's text the name may come from any of them; the last one holds.
    if (!target) return dynamic(at, `may be imported from \`${star}\``, { module: star, name, dotted: name });
  }
  return dynamic(at, `\`${name}\` is not declared in this file`);
}

/** What a name stands for where it is used. */
export function valueOfBinding(binding: Binding, use: number, from?: Written): Value {
  const { file, scope } = binding;
  const root = file.root();
  const at = from ?? { file, node: binding.sites[0]?.nameNode ?? (root as Cst) };
  // What a comprehension binds is known where one turn of it is read.
  const passed =
    scope.kind === 'block' ? passedTo(from?.node.tree.instance, scope.start, binding.name) : undefined;
  if (passed) return passed;
  const argument = argumentFor(binding, use, at, from?.node);
  if (argument) return argument;
  const given = givenInTurn(binding, from?.node.tree.instance);
  if (given) return given;
  const site = siteFor(binding, use);
  if (typeof site === 'string') return eitherSite(binding, use, at) ?? dynamic(at, site);
  const { source } = site;
  switch (source.kind) {
    case 'value': {
      let value = file.project.evaluate(file, asSeenFrom(from?.node, source.value));
      const { fallback, steps } = source;
      for (const step of fallback ? steps.slice(0, -1) : steps) value = partOf(value, step, at);
      const last = steps.at(-1);
      if (fallback && last !== undefined) {
        const given = () => file.project.evaluate(file, asSeenFrom(from?.node, fallback));
        return memberOrDefault(value, last, at, given);
      }
      return value.kind === 'scalar' && isChanged(binding)
        ? dynamic(at, 'changed after it was assigned')
        : value;
    }
    case 'import':
      if (source.typeOnly) return dynamic(at, `only a type, imported from \`${source.specifier}\``);
      // A name that modules declare and import from each other, or a module from itself, leads round and round.
      return file.project.deeper(
        () => importedValue(at, source.specifier, source.imported),
        dynamic(at, 'follows more names than are looked at'),
      );
    case 'function':
    case 'class':
      return file.project.evaluate(file, source.node);
    case 'record':
      return objectOf({ file, node: source.node }, source.entries);
    case 'declared':
      return dynamic(at, 'declared without a value');
    default:
      return dynamic(at, source.why);
  }
}

/** Whether a name is given something more, or another value by a function, than where it is declared. */
const isChanged = (binding: Binding): boolean =>
  (binding.scope === binding.file.module && binding.file.isGlobal(binding.name)) ||
  changesOfName(binding).some(({ path }) => path.length === 0);

/** A member of a value. What a constructor of another package is given is a member of what it makes: `agent.tools`. */
export function partOf(value: Value, step: Step, at: Written): Value {
  if (value.kind !== 'call') return memberOf(value, step, at);
  const key = String(step);
  return givenPart(value, key) ?? memberOfInstance(value, key) ?? memberOf(value, step, at);
}

function givenPart(made: CallValue, key: string): Value | undefined {
  const callee = read(made.callee);
  const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '';
  const constructs = made.isNew || (made.at.file.language.isPython && /^[A-Z]/.test(name));
  if (!constructs || made.target().kind === 'definition') return undefined;
  const options = optionsOf(made);
  return options.kind === 'object' ? options.members().slots.get(key)?.value() : undefined;
}

function chosenBy(at: Written, expression: Expression & { kind: 'choice' }): Value {
  const side = sideTaken(at.file, expression);
  return side ? at.file.project.evaluate(at.file, side) : chosen(at, expression.options);
}

/** A member, or its default where the object is known to have none. */
function memberOrDefault(object: Value, step: string | number, at: Written, fallback: () => Value): Value {
  if (object.kind === 'nothing') return fallback();
  if (object.kind !== 'object') return dynamic(at, 'has a default that may apply');
  const { slots, open } = object.members();
  const value = slots.get(String(step))?.value();
  if (value?.kind === 'nothing' || (!value && !open)) return fallback();
  return value ?? dynamic(at, 'has a default that may apply');
}

function element(at: Written, expression: Expression & { kind: 'element' }): Value {
  const { file } = at;
  // `tools[:]`
  if (expression.index.type === 'slice' && expression.index.text === ':')
    return copyOf(at, expression.object) ?? dynamic(at, 'taken out under a computed key');
  const index = file.project.evaluate(file, expression.index);
  const object = file.project.evaluate(file, expression.object);
  if (index.kind !== 'scalar') return dynamic(at, 'taken out under a computed key');
  const step = typeof index.scalar === 'number' ? index.scalar : String(index.scalar);
  return partOf(object, step, at);
}

function merge(at: Written, expression: Expression & { kind: 'merge' }): Value {
  const { file } = at;
  const entries = [expression.left, expression.right].map((value) => ({
    keyNode: value,
    value,
    spread: true,
  }));
  const areObjects = entries.every(({ value }) => file.project.evaluate(file, value).kind === 'object');
  if (!areObjects) return dynamic(at, 'computed at run time');
  return changedObject(at, () => membersOf(file, entries), []);
}

function call(at: Written, expression: Expression & { kind: 'call' }): Value {
  const made = builtIn(at, expression);
  if (made) return made;
  const value = callValue(at, expression);
  return expression.isNew
    ? value
    : (collected(at, expression) ??
        recordMade(value) ??
        overriddenResult(at, expression) ??
        factory(value) ??
        value);
}

/** A call as it is written, whatever it gives. */
export function callValue(at: Written, expression: Expression & { kind: 'call' }): CallValue {
  const { callee, isNew, positional, named } = expression;
  let target: Value | undefined;
  const value: CallValue = {
    kind: 'call',
    at,
    callee,
    isNew,
    positional,
    named,
    target() {
      target ??= at.file.project.evaluate(at.file, callee);
      return target;
    },
    why: () => `computed by ${calleeText(callee)}()`,
  };
  return withBound(value, at.file);
}

/** What a function of the project gives that does nothing but give it. */
function factory(value: CallValue): Value | undefined {
  const target = value.target();
  if (target.kind !== 'definition') return undefined;
  const { file, node } = target.at;
  const result = factoryResult(file, target.definition);
  if (!result) return undefined;
  // What is changed in a member of what it gives is changed where that is made.
  const isSet = read(result.node).kind === 'record';
  const isItsOwn =
    result.usesParameters ||
    changesOf(value.at.file, value.at.node).some(({ path }) => !isSet || path.length < 2);
  return isItsOwn
    ? instanceResult(value, file, node, target.definition, result.node)
    : file.project.evaluate(file, result.node);
}

const LONGEST_CALLEE = 80;

/** A callee in words: names, members and `()` behind what is called, without arguments. */
export function calleeText(callee: Cst): string {
  const parts: string[] = [];
  let at: Cst | undefined = callee;
  let length = 0;
  while (at && length < LONGEST_CALLEE) {
    const expression: Expression = read(at);
    let part: string;
    at = undefined;
    if (expression.kind === 'name') part = expression.name;
    else if (expression.kind === 'member') {
      part = `.${expression.property}`;
      at = expression.object;
    } else if (expression.kind === 'call') {
      part = '()';
      at = expression.callee;
    } else if (expression.kind === 'same') {
      part = '';
      at = expression.node;
    } else part = '...';
    parts.push(part);
    length += part.length;
  }
  return parts.reverse().join('').slice(-LONGEST_CALLEE);
}
