import type { Tool } from '../../../model/index.js';
import { bodyOfTool } from '../../agents/body.js';
import type { Framework } from '../framework.js';
import { answeredBy, concluded, type Gate, notKnown, weakest } from '../gate-levels.js';
import { answeredBeside } from '../gates.js';
import { gateRemedy, gateStated } from './gates.js';
import { executorsOf, factsIn, type Thing } from './things.js';

/** What an agent states of what it runs where the model of another one calls it; undefined where its row has no such gate. */
const gateArgOf = ({ stated: { args } }: Thing) =>
  args.find(({ role, mode }) => role === 'gate' && mode === 'prompts');

/** Whether an agent runs what the models of others call. */
export const isExecutor = (thing: Thing): boolean => gateArgOf(thing) !== undefined;

/** A tool with the gate of the agents that run it; `own`: the agent, where it runs its tools itself. */
export function gatedByExecutors(tool: Tool, framework: Framework, own?: Thing): Tool {
  const body = bodyOfTool(tool)?.node;
  const executors = own ? [own] : body ? executorsOf(body, framework) : [];
  const by = weakest(executors, (one) => gateOf(one, framework));
  const arg = by && gateArgOf(by);
  const remedy = by && arg && gateRemedy(by, arg);
  return by ? concluded(tool, [{ level: 'own', gate: gateOf(by, framework), remedy }]) : tool;
}

/** Whether an agent asks a person before it runs what it is sent. */
function gateOf(executor: Thing, framework: Framework): Gate {
  const { node, stated } = executor;
  const [unread] = factsIn(executor, 'unread');
  if (unread) {
    const of = node.call?.boundTo ?? stated.api;
    return notKnown(unread.value.written(), `\`${unread.arg.key}\` of \`${of}\` may ask a person`);
  }
  const [fact] = factsIn(executor, 'gate').filter(({ arg }) => arg.mode === 'prompts');
  if (fact) return answeredBeside(gateStated(fact.value, fact.arg, framework));
  return stated.row.gate
    ? answeredBy('human', `\`${stated.api}\``, node.at())
    : { state: 'absent', at: node.at() };
}
