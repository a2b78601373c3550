import type { ApprovalMode, Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import type { Client } from '../clients/client.js';
import type { FoundAgent, VendorReading } from '../frameworks/framework.js';
import { type PermissionRule, readRule } from '../permissions/permission-rules.js';
import type { Hook } from './hooks.js';

/** The options of one run while they are read. */
export interface Run {
  found: FoundAgent;
  options: CodeSyntaxNode;
  /** The run has options; else `options` are the arguments of the call. */
  isStated: boolean;
  get(key: string): CodeSyntaxNode | undefined;
  name(key: string): string;
  /** Whether the call takes an option; one that it does not take has no effect. */
  isTaken(key: string): boolean;
  /** What an option counts as that is left out, where the version of the SDK has a default of its own. */
  unset(key: string): string | readonly string[] | undefined;
  client: Client;
  mode: ApprovalMode | undefined;
  hooks: readonly Hook[];
  denied: (rule: PermissionRule) => boolean;
  reading: VendorReading;
}

/** The entry of a list that stands for a tool. */
export const ruleOf = ({ name, server }: Pick<Tool, 'name' | 'server'>): PermissionRule | undefined =>
  readRule(server === undefined ? name : `mcp__${server}__${name}`);

/** A value as a language writes it: `{ persistSession: false }`. */
export const isGiven = (node: CodeSyntaxNode | undefined): node is CodeSyntaxNode =>
  node !== undefined && node.kind !== 'null';

/** The argument of a call that has the options, where an edit can add one. */
export const WITHIN = { typescript: 'options', python: undefined } as const;
