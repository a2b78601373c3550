import type { OtherVendor } from '../../model/index.js';
import { type CodeSyntaxNode, callsOf } from '../../program/index.js';
import { type Framework, textOf } from '../frameworks/framework.js';
import { baseName, nameOf } from '../frameworks/origins.js';
import facts from './model-vendors.json' with { type: 'json' };

/** What takes the place of a vendor: a model, or what gives models by their names. */
export type OwnKind = 'model' | 'provider';

/** What constructs a client or a model of the SDK's own vendor, unless an address says otherwise. */
const OF_VENDOR: ReadonlySet<string> = new Set([...facts.clients, ...facts.models]);

/** A function gives what another one makes: further in nobody looks. */
const DEEPEST = 3;

/**
 * A model that the project implements itself, or that the SDK has for tests, wherever this value may come from. Undefined
 * where it is another one, and where it passes on to a client or a model of the SDK.
 */
export function ownModel(
  node: CodeSyntaxNode,
  kind: OwnKind,
  framework: Framework,
  depth = 0,
): OtherVendor | undefined {
  if (depth > DEEPEST) return undefined;
  const { call } = node;
  const { methods } = facts.ownClasses[kind];
  if (node.kind === 'object') {
    const keys = node.keys();
    const isOwn = methods.some((names) => names.every((name) => keys.includes(name)));
    return isOwn ? { by: 'own', at: node.at() } : undefined;
  }
  if (!call) return undefined;
  if (call.given) return ownModel(call.given, kind, framework, depth + 1);
  const name = nameOf(call.origin, node, framework);
  if (name !== undefined)
    return facts.scriptedModels.includes(name) ? { by: 'scripted', name, at: node.at() } : undefined;
  const { reference } = call.target;
  if (reference?.kind !== 'class' || !implementsKind(call.target, node, kind, framework)) return undefined;
  if (passesOn(call.target) || isGivenVendor(node)) return undefined;
  return { by: 'own', ...(reference.name === undefined ? {} : { name: reference.name }), at: node.at() };
}

function implementsKind(
  target: CodeSyntaxNode,
  node: CodeSyntaxNode,
  kind: OwnKind,
  framework: Framework,
): boolean {
  const { base, methods } = facts.ownClasses[kind];
  const extended = baseName(target, node, framework);
  if (extended !== undefined) return extended === base;
  const has = (name: string) => target.reference?.member(name)?.reference?.kind === 'function';
  return methods.some((names) => names.every(has));
}

/** Whether a class itself constructs a client or a model of the SDK. */
const passesOn = ({ document, offsets }: CodeSyntaxNode): boolean =>
  callsOf(document, { named: OF_VENDOR, within: offsets }).length > 0;

/** Whether a constructor is given a client or a model of the SDK, or the name of one of its vendor's models. */
function isGivenVendor({ call }: CodeSyntaxNode): boolean {
  const { positional = [], options } = call ?? {};
  const given = [...positional, ...(options?.keys() ?? []).map((key) => options?.get(key))];
  return given.some((one) => OF_VENDOR.has(one?.call?.name ?? '') || isOwnVendorName(textOf(one)));
}

const isOwnVendorName = (name: string | undefined): boolean =>
  name !== undefined && facts.ownModels.some((one) => name.toLowerCase().startsWith(one));
