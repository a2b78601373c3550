import type { GrammarName } from '../../program/index.js';
import { importsAny } from '../../program/index.js';

/** The public client, by the same name in both languages (facts on dialects, sections B and C). */
const MODULES: readonly string[] = ['openai'];

/** Whether a module is the public client, or below it. */
export function isClientModule(module: string): boolean {
  return MODULES.some(
    (name) => module === name || module.startsWith(`${name}/`) || module.startsWith(`${name}.`),
  );
}

/** Whether a text may import the public client. */
function importsClient(text: string, grammar: GrammarName): boolean {
  return importsAny(text, MODULES, grammar);
}

/**
 * Whether a text may call the public client: it imports it, or calls one of these members of a client from elsewhere, or
 * hands it to what does (`partial(client.responses.create, tools=tools)`).
 */
export function mayCallClient(text: string, grammar: GrammarName, members: readonly string[]): boolean {
  return (
    members.some((member) => text.includes(`${member}(`) || text.includes(`${member},`)) ||
    importsClient(text, grammar)
  );
}
