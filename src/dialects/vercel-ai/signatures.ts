import { parameterVersion } from '../../facts/sdk-versions.js';
import { isOlderRelease } from '../../facts/versions.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import type { LockedFor } from '../code-dialect.js';
import type { FoundAgent, Unsigned } from '../frameworks/framework.js';
import { needing } from '../frameworks/gates.js';
import { exportOf } from '../frameworks/origins.js';
import vendor from './vendor.json' with { type: 'json' };

const { option: secret, calls } = vendor.secret;

/** Why no secret signs the requests that a call takes answers to; undefined where one does. `remedy`: what signs them. */
export function unsignedAt(
  node: CodeSyntaxNode,
  found: FoundAgent,
  remedy: string,
  lockedFor: LockedFor | undefined,
): Unsigned | undefined {
  const call = exportOf(node, found.framework) ?? '';
  const stated = signs(node, found, call);
  const ignoring = stated === 'yes' ? ignoringVersion(node, found, call, lockedFor) : undefined;
  if (stated === 'yes' && ignoring === undefined) return undefined;
  const text = ignoring === undefined ? remedy : `Keep \`${secret}\` as it is.`;
  return {
    why: ignoring === undefined ? `no \`${secret}\` signs them` : `${ignoring} does not read \`${secret}\``,
    remedy: needing({ text }, found.rows.language, call, secret),
    ...(stated === 'unknown' && { isOpen: true }),
  };
}

/** Whether a secret is an option of the call or of its agent; unknown where options are computed. */
function signs(
  node: CodeSyntaxNode,
  { node: made, prepared = [] }: FoundAgent,
  call: string,
): 'yes' | 'no' | 'unknown' {
  const options = [
    ...(calls.includes(call) ? [node, made] : [made]).flatMap((one) => one.call?.options ?? []),
    ...prepared,
  ];
  const values = options.flatMap((one) => one.get(secret) ?? []);
  if (values.some(({ kind }) => kind !== 'null')) return 'yes';
  return options.some(({ kind }) => kind === 'dynamic') ? 'unknown' : 'no';
}

/** The locked version that does not read the secret of a call: `ai 6.0.201`. */
function ignoringVersion(
  { document }: CodeSyntaxNode,
  { rows }: FoundAgent,
  call: string,
  lockedFor: LockedFor | undefined,
): string | undefined {
  // For the secret of an agent, that is a defect of the version.
  const need = calls.includes(call) ? parameterVersion(rows.language, call, secret) : undefined;
  const locked = need && lockedFor?.(document.file, need.package);
  if (!need || !locked || locked.range || !isOlderRelease(locked.version, need.since)) return undefined;
  return `${need.package} ${locked.version}`;
}
