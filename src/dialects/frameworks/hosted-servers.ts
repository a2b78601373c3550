import {
  type Approval,
  type Evidence,
  editRemedy,
  type McpServer,
  type Place,
  type Tool,
} from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed, headerValues, valuesNamed } from '../agents/tool.js';
import { openNames, readRequireApproval, serverOf } from '../servers/mcp-shapes.js';
import { option, type Profile, textOf } from './framework.js';
import { gateAnsweredBy, interrupting } from './gates.js';
import { givenBy, withPaths } from './servers.js';

/**
 * Reads an MCP server that the operator calls, described as the MCP tool of the Responses API. Each language has a default of
 * its own (facts on dialects, section 0; `require_approval` of `@ai-sdk/openai` 4.0.118 is `never` unless it is stated).
 */
export function readHostedServer(node: CodeSyntaxNode, profile: Profile): McpServer {
  const server = profile.language === 'python' ? readPythonHosted(node, profile) : readScriptHosted(node);
  noteHosted(server);
  return server;
}

const HOSTED = new WeakSet<McpServer>();

/** Notes that the operator calls a server. */
export function noteHosted(server: McpServer): void {
  HOSTED.add(server);
}

/** Whether the operator asks before the calls of a server: what an agent states beside its tools does not reach them. */
export const hasOwnGate = (server: McpServer): boolean => HOSTED.has(server);

const RUN_BY_OPERATOR: ReadonlySet<Tool['kind']> = new Set([
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
]);

/** Whether the operator of the model runs tools of a kind: what an agent states beside its tools does not reach them. */
export const isRunByOperator = (kind: Tool['kind']): boolean => RUN_BY_OPERATOR.has(kind);

function readScriptHosted(node: CodeSyntaxNode): McpServer {
  const options = node.call?.options;
  const get = (key: string) => (options ? option(options, key) : undefined);
  const label = textOf(get('serverLabel')) ?? node.call?.boundTo ?? node.call?.name;
  const requirement = get('requireApproval');
  const callback = options?.get('onApproval');
  const allowed = get('allowedTools');
  return withPaths(
    serverOf({
      address: addressOf(get('serverUrl'), get('connectorId'), node.at()),
      urlBegins: get('serverUrl')?.begins,
      label,
      at: node.at(),
      transport: 'http',
      values: [...valuesNamed('authorization', get('authorization')), ...headerValues(get('headers'))],
      allowed: allowed?.get('toolNames') ?? allowed,
      exempt: requirement?.get('never')?.get('toolNames'),
      allowListEdit: 'List them in `allowedTools`.',
      gateOf: (tool) =>
        gateAnsweredBy(
          interrupting({
            approval: scriptRequirement(requirement, tool),
            gateRemedy: editRemedy(
              `Set \`requireApproval: 'always'\` in this \`${node.call?.callee}()\``,
              () => node.edit()?.set('requireApproval', 'always'),
              'without it the TypeScript SDK sends `never`',
            ),
          }),
          callback,
          'onApproval',
        ),
    }),
    node,
  );
}

/** `requireApproval` of TypeScript: left out it is `never`, and nobody has asked for a gate. */
function scriptRequirement(node: CodeSyntaxNode | undefined, tool: string | undefined): Evidence<Approval> {
  if (node === undefined || node.kind === 'null') return { state: 'absent' };
  if (node.kind !== 'object') return readRequireApproval(node, tool, 'requireApproval');
  const at = node.written();
  const names = (key: string) =>
    node
      .get(key)
      ?.get('toolNames')
      ?.items()
      .some(({ scalar }) => scalar === tool);
  if (node.get('always')?.kind === 'dynamic' || node.get('never')?.kind === 'dynamic') return computed(node);
  if (tool !== undefined && names('always'))
    return { state: 'shown', value: { by: 'human', stated: 'always' }, at };
  if (tool !== undefined && names('never'))
    return { state: 'shown', value: { by: 'machine', stated: 'never' }, at };
  const open = openNames(node.get('always')) ?? openNames(node.get('never'));
  if (open) return computed(open);
  // What `never` does not name is asked for: the service's own default.
  if (node.get('never'))
    return { state: 'shown', value: { by: 'human', stated: 'always, for what no list names' }, at };
  return { state: 'undecidable', at, why: '`requireApproval` does not name this tool' };
}

function readPythonHosted(node: CodeSyntaxNode, profile: Profile): McpServer {
  const stated = node.call?.options.get('tool_config') ?? node.call?.positional[0];
  const config = stated && givenBy(stated, profile);
  const get = (key: string) => (config ? option(config, key) : undefined);
  const callback = node.call?.options.get('on_approval_request');
  const approval = get('require_approval');
  return withPaths(
    serverOf({
      address: addressOf(get('server_url'), get('connector_id'), node.at()),
      urlBegins: get('server_url')?.begins,
      label: textOf(get('server_label')) ?? node.call?.boundTo ?? node.call?.name,
      at: node.at(),
      transport: 'http',
      values: [...valuesNamed('authorization', get('authorization')), ...headerValues(get('headers'))],
      allowed: get('allowed_tools'),
      exempt: approval?.get('never'),
      allowListEdit: 'List them in `allowed_tools` of `tool_config`.',
      gateOf: (tool) =>
        gateAnsweredBy(
          interrupting({
            approval: readRequireApproval(approval, tool),
            gateRemedy: editRemedy('Set `"require_approval": "always"` in `tool_config`', () =>
              stated?.edit()?.set('require_approval', 'always'),
            ),
          }),
          callback,
          'on_approval_request',
        ),
    }),
    node,
  );
}

function addressOf(url: CodeSyntaxNode | undefined, connector: CodeSyntaxNode | undefined, at: Place) {
  const address = textOf(url);
  if (address !== undefined) return { text: address, at, isUrl: true };
  const text = textOf(connector);
  return text === undefined ? undefined : { text, at, isUrl: false };
}
