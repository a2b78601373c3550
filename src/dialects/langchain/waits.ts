import { codeSpan } from '../../model/index.js';
import { keptIn } from '../../model/once.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, writtenOption } from '../../program/index.js';
import type { FoundAgent, Lack } from '../frameworks/framework.js';
import { exportOf, isModuleOf } from '../frameworks/origins.js';
import { keyIn, type Rows } from '../frameworks/rows/catalogue.js';
import { rowAt } from '../frameworks/rows/things.js';

/**
 * What agents lack to wait for an answer: neither they nor an agent that reaches them keeps its state, or they must not. An
 * agent keeps it by an option, or has it from what runs it.
 */
export function lackingIn(
  group: readonly FoundAgent[],
  documents: readonly CodeDocument[],
): (of: FoundAgent) => Lack | undefined {
  const hosted = new Map<Rows, boolean>();
  const waits = (one: FoundAgent): boolean => {
    const option = optionOf(one);
    return option !== undefined && callsOfAgent(one).some((node) => isGiven(node, option));
  };
  const isWaiting = group.some(waits);
  return (of) => {
    const option = optionOf(of);
    const words = of.rows.stated.requests?.waits;
    if (words === undefined || option === undefined) return undefined;
    const maker = codeSpan(`${of.node.call?.callee ?? rowAt(of.node, of.framework)?.api}()`);
    // What is switched off comes from no other agent and from no server.
    if (callsOfAgent(of).some((node) => isOff(node, option))) {
      const written = writtenOption(of.rows.language, option, false);
      const remedy = `Remove \`${written}\` from ${maker}: the agent then uses the \`${option}\` of its caller, and the caller needs one.`;
      return { option, remedy, why: `${maker} switches its \`${option}\` off` };
    }
    if (isWaiting || of.isServed || keptIn(hosted, of.rows, () => isHosted(of, documents))) return undefined;
    return { option, remedy: words.replaceAll('{maker}', maker), why: `${maker} is given no \`${option}\`` };
  };
}

/** The option of an agent with what keeps its state. */
function optionOf({ node, framework }: FoundAgent): string | undefined {
  const stated = rowAt(node, framework);
  return stated && keyIn([stated], 'waits');
}

/** The call of an agent, and those that return it with other settings. */
const callsOfAgent = ({ node, again = [] }: FoundAgent): readonly CodeSyntaxNode[] => [node, ...again];

/** Whether a call or decorator that is not read has the option: what it runs has it from there. */
function isHosted({ rows, framework }: FoundAgent, documents: readonly CodeDocument[]): boolean {
  const hosts = rows.giving('unread').filter((one) => keyIn([one], 'waits') !== undefined);
  if (hosts.length === 0) return false;
  const from = (module: string) => isModuleOf(rows, module);
  return documents
    .flatMap((one) => callsOf(one, { from }))
    .some((one) => {
      const host = hosts.find(({ api }) => api === exportOf(one, framework));
      return host && isGiven(one, keyIn([host], 'waits') ?? '');
    });
}

const isOff = ({ call }: CodeSyntaxNode, option: string): boolean =>
  call?.options.get(option)?.scalar === false;

function isGiven({ call }: CodeSyntaxNode, option: string): boolean {
  const stated = call?.options.get(option);
  return stated !== undefined && stated.kind !== 'null' && stated.scalar !== false;
}
