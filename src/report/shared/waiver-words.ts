import type { Waiver } from '../../lint/waivers.js';
import { codeSpan } from '../../model/index.js';
import { series } from './text.js';

/** A waiver as a sentence: what is waived, where, until when and why. */
export function waiverWords(waiver: Waiver): string {
  return `${waiverSubject(waiver)}${scopeOf(waiver)} in ${placeOf(waiver)}${endWords(waiver)}: ${reasonWords(waiver)}`;
}

/** What is waived: ``ignore of `approval/missing` ``. */
export function waiverSubject(waiver: Waiver): string {
  const { kind, rule = '', tool, tools = [], value = '', files = [], agent } = waiver;
  const of = agent === undefined ? '' : ` of ${agent}`;
  switch (kind) {
    case 'ignore':
      return `ignore of ${codeSpan(rule)}`;
    case 'baseline':
      return `baseline entry for ${codeSpan(rule)}${tools.length === 0 ? '' : ` of ${series(tools.map(codeSpan))}`}`;
    case 'effect':
      return `declared effect ${codeSpan(value)}${tool === undefined ? '' : ` of ${codeSpan(tool)}`}${of}`;
    case 'claim':
      return `claim of ${controlOf(waiver)}${of}`;
    case 'attestation':
      return `attestation of ${controlOf(waiver)}${of}`;
    case 'exclude':
      return `exclude of ${series(files.map(codeSpan))}`;
    case 'lowered-rule':
      return `${codeSpan(rule)} lowered to ${codeSpan(value)}`;
  }
}

function controlOf({ control = '', tool, server, value = '' }: Waiver): string {
  const about = tool ?? server;
  const stated = value === '' ? '' : ` ${codeSpan(value)}`;
  return `${control}${stated}${about === undefined ? '' : ` for ${codeSpan(about)}`}`;
}

/** The files and the path that an entry of a configuration is for. */
function scopeOf({ kind, files = [], at }: Waiver): string {
  const globs = kind === 'exclude' || files.length === 0 ? '' : ` for ${series(files.map(codeSpan))}`;
  return `${globs}${at === undefined ? '' : ` at ${codeSpan(at)}`}`;
}

/** Where it is stated: file, line and what it is about. */
export function placeOf({ file, range, path, source }: Waiver): string {
  const line = range ? `:${range.start.line}` : '';
  return path === '' || source === 'configuration' || source === 'policy'
    ? `${file}${line}`
    : `${file}${line} (${path})`;
}

/** When it ends; empty where it has no end. */
function endWords({ until, expired }: Waiver): string {
  if (until === undefined) return '';
  return expired ? `, expired on ${until}` : `, until ${until}`;
}

/** Its reason as the end of a sentence. */
export function reasonWords({ reason, unreasoned }: Waiver): string {
  if (reason !== '') return /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return unreasoned ? 'no reason is given, so it has no effect.' : 'no reason is given.';
}
