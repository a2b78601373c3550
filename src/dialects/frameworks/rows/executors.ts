import { type Approval, type Evidence, isMet, type Tool } from '../../../model/index.js';
import { bodyOfTool } from '../../agents/body.js';
import type { Framework } from '../framework.js';
import { answeredBeside } from '../gates.js';
import { gateRemedy, gateStated } from './gates.js';
import { executorsOf, factsIn, type Thing } from './things.js';

/** What an agent that runs what the model of another one calls states of a gate; undefined where its row has none. */
const statedBy = ({ stated: { args } }: Thing) =>
  args.find(({ role, mode }) => role === 'gate' && mode === 'prompts');

/** Gates a tool of an agent as the agents do that run it; `own`: the agent, where it runs the tool itself. */
export function gatedByExecutors(tool: Tool, framework: Framework, own?: Thing): void {
  const body = bodyOfTool(tool)?.node;
  const executors = own ? [own] : body ? executorsOf(body, framework) : [];
  if (tool.approval.state !== 'absent' || executors.length === 0) return;
  const gates = executors.map((executor) => ({ executor, gate: gateOf(executor, framework) }));
  const weakest =
    gates.find(({ gate }) => gate.state === 'absent') ?? gates.find(({ gate }) => !isMet(gate)) ?? gates[0];
  if (!weakest) return;
  const arg = statedBy(weakest.executor);
  tool.approval = weakest.gate;
  if (arg) tool.gateRemedy = gateRemedy(weakest.executor, arg);
}

/** Whether an agent asks a person before it runs what it is sent. */
function gateOf(executor: Thing, framework: Framework): Evidence<Approval> {
  const { node, stated } = executor;
  const [unread] = factsIn(executor, 'unread');
  if (unread) {
    const why = `\`${unread.arg.key}\` of \`${node.call?.boundTo ?? stated.api}\` may ask a person`;
    return { state: 'undecidable', why, at: unread.value.written() };
  }
  const [fact] = factsIn(executor, 'gate').filter(({ arg }) => arg.mode === 'prompts');
  if (fact) return answeredBeside({ approval: gateStated(fact.value, fact.arg, framework) }).approval;
  return stated.row.gate
    ? { state: 'shown', value: { by: 'human', stated: `\`${stated.api}\`` }, at: node.at() }
    : { state: 'absent', at: node.at() };
}

/** Whether an agent runs what the models of others call, and asks before. */
export const isExecutor = (thing: Thing): boolean => statedBy(thing) !== undefined;
