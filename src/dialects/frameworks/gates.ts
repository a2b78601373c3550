import { parameterVersion } from '../../facts/sdk-versions.js';
import { type ApprovalTest, codeSpan, type Place, type Remedy, type Tool } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  type Given,
  type Offsets,
  parameterIn,
  resultIs,
  shapeOf,
  spellingOf,
  testsFor,
  type Value,
  type ValuePattern,
  valueOfNode,
  valueWhere,
} from '../../program/index.js';
import { changed } from '../agents/body.js';
import { computed } from '../agents/tool.js';
import { asksSomebody, objectOf } from './deciders/deciders.js';
import { isEvery } from './tool-names.js';
import { isByRequest, outcomesOfResult } from './deciders/interruptions.js';
import { sentBy } from './deciders/sent.js';
import { settingWithin } from './deciders/unset.js';
import type { Framework } from './framework.js';
import type { Rows } from './rows/catalogue.js';
import type { Language } from './language-rules.js';
import { answeredBy, asking, type Gate, notKnown } from './gate-levels.js';
import { movedTo } from './places.js';
import { offGate, onUnless, setByDefault } from './setting-gates.js';

/** A gate that a value of the request switches off, or sets. */
export const answeredBySent = (stated: string, sent: string, at: Place, by: ApprovalTest['at'] = 'switch') =>
  answeredBy('machine', stated, at, { decidedBy: { spelling: sent, by: 'client', at: by } });

/** The gate of a tool that states none: it runs without approval. */
const NOT_ASKED_FOR: Gate = { state: 'absent' };

/**
 * Reads a gate: `true`, `false`, a predicate that picks the calls for which a person is asked. A predicate that always
 * returns the same is that value. If left out, the gate is absent: no tool asks by default (facts on dialects, A2).
 */
export function readGate(
  node: CodeSyntaxNode | undefined,
  option: string,
  framework: Framework,
  named?: Given,
): Gate {
  if (node === undefined || node.kind === 'null') return NOT_ASKED_FOR;
  const at = node.written();
  const fixed = node.kind === 'boolean' ? node.scalar : alwaysReturned(node);
  if (typeof fixed === 'boolean') {
    const gate = fixedGate(fixed, option, at);
    return gate.state === 'absent' && node.kind !== 'boolean' ? { ...gate, off: { by: 'function' } } : gate;
  }
  if (node.reference?.kind === 'function') {
    // For this tool it may always return the same.
    const [on, off] = named ? [true, false].map((one) => resultIs(node, one, named)) : [];
    if (on === 'always' || off === 'always') return fixedGate(on === 'always', option, at);
    const picked = gateForSome(node, option, framework);
    const gate = switchedByClient(picked, node, option, framework);
    const open = gate === picked ? openBesideCall(node, framework) : undefined;
    return open === undefined ? gate : notKnown(at, open);
  }
  return openGate(node, option, framework);
}

/**
 * The gate of a function that picks the calls for which a person is asked (`off`: what it returns for the others). Where a
 * model gets past it by what it asks for, that is listed.
 */
export function gateForSome(
  node: CodeSyntaxNode,
  option: string,
  framework: Framework,
  off: readonly ValuePattern[] = [false],
): Gate & { state: 'shown' } {
  const at = node.written();
  const isLoose = off.some((one) => outcomesOfResult(node, one, framework)?.outcomes.some(isByRequest));
  const stated = `${option}: a function decides`;
  const flaw = {
    kind: 'auto-approved',
    at,
    isOpen: true,
    why: `the call decides in \`${option}\` whether a person is asked`,
    remedy: { text: `Ask in \`${option}\` for each call, or let a person answer there.` },
  } as const;
  return answeredBy('conditional', stated, at, { interrupts: true, ...(isLoose && { flaw }) });
}

/**
 * What else than the call itself decides that a function asks nobody, as a clause: a setting, a file, a service, the clock,
 * a model, or what is not read. `off`: what it returns then.
 */
export function openBesideCall(
  node: CodeSyntaxNode,
  framework: Framework,
  off: ValuePattern = false,
): string | undefined {
  for (const one of outcomesOfResult(node, off, framework)?.outcomes ?? []) {
    if (one.kind === 'open' && !one.isAsked)
      return 'what other code of the program sets decides when it asks';
    if (one.kind !== 'answered' || (one.request && (one.request.by ?? 'client') === 'client')) continue;
    if (one.unless !== undefined) return one.unless;
    if (isEvery(one.tools)) return 'neither the call nor a person decides when it asks';
  }
  return undefined;
}

/** What is known where a function is asked about one tool: the member of its argument that is the name of the tool. */
export const toolNamed =
  (name: string, { toolNames }: Rows): Given =>
  (value) => {
    const shape = shapeOf(value);
    const isName =
      (shape.kind === 'member' && toolNames.includes(shape.property) && isWithinParameter(shape.object)) ||
      (shape.kind === 'parameter' && toolNames.includes(shape.value.name));
    return isName ? name : undefined;
  };

const isWithinParameter = (value: Value): boolean => parameterIn(objectOf(value)) !== undefined;

/** A gate that is on or off in every case. */
const fixedGate = (isOn: boolean, option: string, at: Place): Gate =>
  isOn ? asking(`${option}: true`, at) : { state: 'absent', at };

/** A gate that is computed: what it is where no setting is set, if that is known. */
export function openGate(node: CodeSyntaxNode, option: string, framework: Framework): Gate {
  const at = node.written();
  const fixed = computedTruth(node);
  if (typeof fixed === 'boolean') return fixedGate(fixed, option, at);
  const set = setByDefault(valueOfNode(node));
  if (set?.isOn) return asking(onUnless(`${option}: true`, set.setting), at);
  if (set) return offGate(set.setting, at);
  const setting = settingWithin(valueOfNode(node));
  const why = setting && `${codeSpan(setting.name)} may switch it off`;
  return switchedByClient({ ...computed(node), ...(why ? { why } : {}) }, node, option, framework);
}

/**
 * A gate that whoever sends a request can switch off (`off`: its value without a person): no person stands before the
 * call. Where whoever calls a function can, and no call is seen, that is not known.
 */
export function switchedByClient(
  gate: Gate,
  node: CodeSyntaxNode,
  option: string,
  framework: Framework,
  off: ValuePattern = false,
): Gate {
  const at = node.written();
  for (const tests of testsFor(node, off)) {
    const switches = tests.map(({ test: { value } }) => ({
      sent: sentBy(value, node, framework),
      passed: passedTo(value, node.offsets),
    }));
    if (switches.length === 0) continue;
    const [first] = switches.map(({ sent }) => sent);
    if (first !== undefined && switches.every(({ sent }) => sent !== undefined))
      return answeredBySent(option, first, at, off === false ? 'switch' : 'value');
    const open = switches.find(({ sent }) => sent === undefined);
    if (gate.state === 'shown' && open && switches.every(({ sent, passed }) => sent ?? passed))
      return notKnown(at, `whoever passes \`${open.passed}\` decides it, and no call is seen`);
  }
  return gate;
}

/** The parameter of a function around a predicate, or a member of one, that a value is. */
function passedTo(value: Value, { file, start, end }: Offsets): string | undefined {
  const parameter = parameterIn(objectOf(value));
  if (!parameter) return undefined;
  const { at, of, name } = parameter;
  const isOwn = at.file.file === file && start <= of.definition.start && of.definition.end <= end;
  return isOwn ? undefined : parameterIn(value) ? name : spellingOf(value);
}

/** The boolean that a function always returns, or counts as; undefined where it returns several or computes it. */
const alwaysReturned = (node: CodeSyntaxNode): boolean | undefined =>
  node.reference?.kind === 'function' && node.reference.returned.length === 0
    ? false
    : [true, false].find((one) => resultIs(node, one) === 'always');

/** What a gate is that is computed of constants: `RISKY.includes('pay')`. */
function computedTruth(node: CodeSyntaxNode): boolean | undefined {
  const known = node.reference ? undefined : valueWhere(valueOfNode(node), () => undefined);
  if (known && (known.value === undefined || known.value === null)) return false;
  return typeof known?.value === 'boolean' ? known.value : undefined;
}

/** What a gate does whose request ends the run. */
export const ANSWERED = 'each call then interrupts the run until your code approves or rejects it';

/** A remedy that names an option of the framework, with the version that the option needs. */
export function needing<T extends Remedy>(remedy: T, language: Language, of: string, option: string): T {
  const needs = parameterVersion(language, of, option);
  return needs ? { ...remedy, needs } : remedy;
}

/** A gate, and the exact edit that closes it. */
type StatedGate = Required<Pick<Tool, 'approval' | 'gateRemedy'>>;

/**
 * A gate that a callback answers. A callback that always approves is no person; the remedy removes it. If it asks
 * no person that is known, the gate is undecidable.
 */
export function gateAnsweredBy(
  gate: StatedGate,
  callback: CodeSyntaxNode | undefined,
  option: string,
): StatedGate {
  const { approval } = gate;
  if (approval.state !== 'shown' || approval.value.by === 'machine' || !callback) return gate;
  const approves = APPROVALS.map((one) => resultIs(callback, one));
  if (!approves.includes('always')) {
    const { reference } = callback;
    const isRefused = reference !== undefined && approves.every((one) => one === 'never');
    if (isRefused || (reference && asksSomebody(reference)))
      return { ...gate, approval: answeredBeside(approval) };
    const why = `whether \`${option}\` asks a person is not known`;
    return { ...gate, approval: notKnown(callback.written(), why) };
  }
  return {
    approval: answeredBy('machine', option, callback.written(), { manner: 'which always approves' }),
    gateRemedy: {
      text: `Remove \`${option}\`: each call then interrupts the run, and your code can ask a person. Or let a person answer in it.`,
      repair: { title: `Remove \`${option}\``, edits: () => callback.edit()?.remove() },
    },
  };
}

/** A gate whose request ends the run. */
export const interrupting = (gate: Gate): Gate =>
  gate.state !== 'shown' || gate.value.by === 'machine'
    ? gate
    : { ...gate, value: { ...gate.value, interrupts: true } };

/** A gate whose request goes to a callback, or to a person directly, and ends no run. */
export function answeredBeside(gate: Gate): Gate {
  if (gate.state !== 'shown') return gate;
  const { interrupts: _, ...value } = gate.value;
  return { ...gate, value };
}

/** What an approving callback returns: `true`, `{ approve: true }`, `MCPToolApprovalFunctionResult(approve=True)`. */
const APPROVALS: readonly ValuePattern[] = [true, { approve: true }];

/** A tool that a callback or a value of the request approves, placed at what approves it (design, section 6). */
export function placedAtApproval(tool: Tool): Tool {
  const { approval, at, grant } = tool;
  if (approval.state !== 'shown' || approval.value.by !== 'machine' || !approval.at || at.about || grant)
    return tool;
  const { decidedBy, manner } = approval.value;
  const isAnswered = decidedBy !== undefined || manner !== undefined;
  return isAnswered ? changed(tool, { at: movedTo(approval.at, at) }) : tool;
}
