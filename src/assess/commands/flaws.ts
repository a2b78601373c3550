import { shellConnection } from './connections.js';
import { type CommandFlaw, type Flow, newFlow } from './flow.js';
import { inlineFlow } from './inline.js';
import { flowOfPowerShell } from './powershell.js';
import { flowOfShell } from './shell.js';

export type { CommandFlaw } from './flow.js';

/** Code within code is followed this far: `bash -c "sh -c '...'"`. */
const DEEPEST = 6;
/** Longest script that is read. */
const MOST_TEXT = 200_000;

/**
 * What is wrong with a command line or a script: it runs what it downloads, or sends credentials that it reads. Nothing
 * is run; what only prints or quotes a command does nothing of the kind.
 */
export function flawsOf(text: string, language: string): readonly CommandFlaw[] {
  let depth = 0;
  const read: Flow['read'] = (flow, code, kind) => {
    if (depth >= DEEPEST) return;
    depth++;
    const script = code.slice(0, MOST_TEXT);
    if (kind === 'powershell') flowOfPowerShell(flow, script);
    else if (kind === 'python' || kind === 'script') inlineFlow(flow, script, kind);
    else if (kind === 'shell') flowOfShell(flow, script);
    else if (kind === 'cmd') flowOfShell(flow, script, kind);
    depth--;
  };
  const flow = newFlow(read);
  read(flow, text, language);
  const host = language === 'shell' ? shellConnection(text.slice(0, MOST_TEXT)) : undefined;
  return host === undefined ? flow.flaws : [...flow.flaws, { kind: 'connection', host }];
}
