import { type Agent, type AgentSystem, type Approval, type Evidence, editRemedy } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { stringOf, toolOf } from '../agents/tool.js';
import type { Dialect, Recognition } from '../dialect.js';
import { kindOfType } from '../payload/tool-kinds.js';

const TYPE = 'AWS::Bedrock::Agent';
const WHY = 'a template has no place for it; it is stated where the agent is called';

/** Agents of Amazon Bedrock in a template of CloudFormation (AWS documentation, AWS::Bedrock::Agent, 2026-11-27). */
const bedrockAgent: Dialect = {
  name: 'bedrock-agent',
  order: 4.6,
  surface: 'product',

  mayHold: (text) => text.includes(TYPE),

  recognise(root: SyntaxNode): Recognition {
    return root.kind === 'object' && agentsIn(root).length > 0
      ? { claimed: true, reason: 'a template with agents of Amazon Bedrock' }
      : { claimed: false, reason: 'no template with agents of Amazon Bedrock' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    return agentsIn(root).map(({ name, node }) => {
      const properties = node.get('Properties') ?? node;
      const agent = formatAgent(
        stringOf(properties.get('AgentName')) ?? name,
        properties,
        { model: properties.get('FoundationModel'), instructions: properties.get('Instruction') },
        WHY,
      );
      const guardrail = properties.get('GuardrailConfiguration');
      const guard = (): Evidence<string[]> =>
        guardrail
          ? { state: 'shown', value: ['GuardrailConfiguration'], at: guardrail.at() }
          : { state: 'absent' };
      agent.guardrails = { input: guard(), output: guard() };
      const system = settingsSystem(
        root,
        { dialect: 'bedrock-agent', surface: 'product', agents: [agent] },
        WHY,
      );
      for (const group of properties.get('ActionGroups')?.items() ?? []) readGroup(group, agent, system);
      return system;
    });
  },
};

export default bedrockAgent;

function agentsIn(root: SyntaxNode): { name: string; node: SyntaxNode }[] {
  const resources = root.document.format === 'http' ? undefined : root.get('Resources');
  return (resources?.keys() ?? []).flatMap((name) => {
    const node = resources?.get(name);
    return node && stringOf(node.get('Type')) === TYPE ? [{ name, node }] : [];
  });
}

function readGroup(group: SyntaxNode, agent: Agent, system: AgentSystem): void {
  if (stringOf(group.get('ActionGroupState')) === 'DISABLED') return;
  const signature = group.get('ParentActionGroupSignature');
  if (signature && stringOf(signature) === 'AMAZON.CodeInterpreter')
    agent.tools.push(
      toolOf({ name: 'code_interpreter', kind: kindOfType('code_interpreter') }, signature.at(), {
        state: 'inexpressible',
        why: 'the service runs the code in a sandbox of its own, without a question',
      }),
    );
  const isReturned = stringOf(group.get('ActionGroupExecutor')?.get('CustomControl')) === 'RETURN_CONTROL';
  for (const node of group.get('FunctionSchema')?.get('Functions')?.items() ?? [])
    readFunction(node, agent, isReturned);
  const schema = group.get('ApiSchema');
  if (schema)
    system.unresolved.push({
      what: `the tools of ${stringOf(group.get('ActionGroupName')) ?? 'an action group'}`,
      why: 'they are in an OpenAPI schema, which is not read',
      at: schema.at(),
    });
}

function readFunction(node: SyntaxNode, agent: Agent, isReturned: boolean): void {
  const nameNode = node.get('Name');
  const name = stringOf(nameNode);
  if (!nameNode || name === undefined) return;
  const description = stringOf(node.get('Description'));
  const stated = { name, kind: 'function' as const, ...(description !== undefined && { description }) };
  const gateRemedy = editRemedy(
    'Set `RequireConfirmation: ENABLED` at the function',
    () => node.edit()?.set('RequireConfirmation', 'ENABLED'),
    'the agent then asks the user before the call',
  );
  agent.tools.push({ ...toolOf(stated, nameNode.at(), approvalOf(node, isReturned)), gateRemedy });
}

function approvalOf(node: SyntaxNode, isReturned: boolean): Evidence<Approval> {
  const stated = node.get('RequireConfirmation');
  if (stringOf(stated) === 'ENABLED' && stated)
    return {
      state: 'shown',
      value: { by: 'human', stated: 'RequireConfirmation: ENABLED' },
      at: stated.at(),
    };
  if (stated && stringOf(stated) === undefined)
    return { state: 'undecidable', why: 'it is computed when the template is applied', at: stated.at() };
  if (isReturned)
    return { state: 'inexpressible', why: 'the program that gets the call back runs it, or asks first' };
  return stated ? { state: 'absent', at: stated.at() } : { state: 'absent' };
}
