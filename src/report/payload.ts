import { OWN_AGENT_KEYS, OWN_KEYS } from '../dialects/payload/undocumented.js';
import { SESSION_CREATION } from '../facts/session-creation.js';
import type { VendorProfile } from '../model/index.js';
import type { SyntaxNode } from '../syntax/node.js';
import { jsonText, visible, withoutCommands } from './shared/text.js';

/** What creates a session, as the facts state it. */
const { method: METHOD, path: PATH, optIn: BETA_VALUE } = SESSION_CREATION;

/** The session-creation request of an agent config or a payload. */
export interface SessionRequestText {
  /** The request as `.http` text; `{base_url}` stays for the reader to fill in. */
  http: string;
  /** The request's body alone, as JSON. */
  body: string;
  /** Notes for standard error. */
  notes: string[];
}

/**
 * The exact request that creates the session (spec, section 4): the payload without our keys, and the header.
 * The header comes from `headers`, else from the vendor profile, else it stays `<Vendor>-Beta`.
 */
export function sessionRequest(root: SyntaxNode, vendor: VendorProfile | undefined): SessionRequestText {
  const notes: string[] = [];
  const body = jsonText(payloadOf(root));
  const headers = statedHeaders(root);
  if (!headers.some(([name]) => name.toLowerCase().endsWith('-beta'))) {
    headers.push([vendor?.betaHeader ?? '<Vendor>-Beta', BETA_VALUE]);
    if (!vendor)
      notes.push(
        "Replace <Vendor> in the header with the operator's name: neither `headers` nor a vendor profile gives it.",
      );
  }
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.unshift(['Content-Type', 'application/json']);
  const runtime = root.get('runtime')?.scalar;
  if (runtime !== undefined && runtime !== 'managed')
    notes.push(
      `This config targets the runtime ${String(runtime)}, but sessions exist only on the managed service.`,
    );
  if (root.get('agents'))
    notes.push('The request creates a session with `agent` only: `agents` is not part of the payload.');
  const lines = headers.map(([name, value]) => withoutCommands(`${name}: ${value}`));
  return { http: `${METHOD} {base_url}${PATH} HTTP/1.1\n${lines.join('\n')}\n\n${body}`, body, notes };
}

function statedHeaders(root: SyntaxNode): [string, string][] {
  const headers = root.get('headers');
  return (headers?.keys() ?? []).flatMap((name): [string, string][] => {
    const value = headers?.get(name)?.scalar;
    return typeof value === 'string' ? [[oneLine(name), oneLine(value)]] : [];
  });
}

/** A header is one line, whatever its value contains; characters that a header cannot contain are made visible. */
const oneLine = (text: string) => visible(text.replace(/[\r\n]+/g, ' ').trim());

function payloadOf(root: SyntaxNode): Record<string, unknown> {
  const payload = withoutKeys(root.toValue(), OWN_KEYS);
  const isConfig = root.keys().some((key) => OWN_KEYS.has(key) && key !== '$schema');
  return isConfig && 'agent' in payload
    ? { ...payload, agent: withoutKeys(payload.agent, OWN_AGENT_KEYS) }
    : payload;
}

function withoutKeys(value: unknown, keys: ReadonlySet<string>): Record<string, unknown> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([key]) => !keys.has(key)));
}
