import {
  type Approval,
  type Evidence,
  editRemedy,
  type McpServer,
  type NamedValue,
  type Place,
} from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed, headerValues, valuesNamed } from '../agents/tool.js';
import { splitCommand, type Word } from '../commands/launch.js';
import { isClientModule } from '../requests/client-module.js';
import { openNames, readRequireApproval, serverOf, type ToolGate } from '../servers/mcp-shapes.js';
import { commandText, wordsOf } from '../servers/server-start.js';
import { argumentValues } from '../servers/server-values.js';
import { answered, needing, readGate } from './gates.js';
import { guardrailsIn } from './guardrails.js';
import { folderText } from './home-folder.js';
import { isSdkModule } from './modules.js';
import { pathName, placed } from './places.js';
import { option, type Sdk, sdkName, textOf, UNGATEABLE } from './sdk.js';

/** Reads an MCP server that the operator calls. Each language has a default of its own (facts on dialects, section 0). */
export function readHostedServer(node: CodeSyntaxNode, sdk: Sdk): McpServer {
  return sdk.language === 'python' ? readPythonHosted(node) : readScriptHosted(node);
}

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
        answered(
          {
            approval: scriptRequirement(requirement, tool),
            gateRemedy: editRemedy(
              "Set `requireApproval: 'always'` in this `hostedMcpTool()`",
              () => node.edit()?.set('requireApproval', 'always'),
              'without it the TypeScript SDK sends `never`',
            ),
          },
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
  const open = openNames(node.get('always'), 'toolNames') ?? openNames(node.get('never'), 'toolNames');
  if (open) return computed(open);
  // What neither list names is asked for: the service's own default.
  return { state: 'shown', value: { by: 'human', stated: 'always, for what no list names' }, at };
}

function readPythonHosted(node: CodeSyntaxNode): McpServer {
  const stated = node.call?.options.get('tool_config') ?? node.call?.positional[0];
  const config = stated && givenBy(stated);
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
        answered(
          {
            approval: readRequireApproval(approval, tool),
            gateRemedy: editRemedy('Set `"require_approval": "always"` in `tool_config`', () =>
              stated?.edit()?.set('require_approval', 'always'),
            ),
          },
          callback,
          'on_approval_request',
        ),
    }),
    node,
  );
}

/** What a class of parameters is given (`MCPServerStdioParams(...)`); what another call gives is not seen. */
function givenBy(stated: CodeSyntaxNode): CodeSyntaxNode {
  const module = stated.call?.origin?.module;
  const isTyped = module !== undefined && (isSdkModule(module, true) || isClientModule(module));
  return isTyped ? (stated.call?.named ?? stated) : stated;
}

function addressOf(url: CodeSyntaxNode | undefined, connector: CodeSyntaxNode | undefined, at: Place) {
  const address = textOf(url);
  if (address !== undefined) return { text: address, at, isUrl: true };
  const text = textOf(connector);
  return text === undefined ? undefined : { text, at, isUrl: false };
}

/** Reads a server that the program itself talks to; undefined where the node makes none. */
export function readLocalServer(node: CodeSyntaxNode, sdk: Sdk): McpServer | undefined {
  const name = sdkName(node);
  const transport = name === undefined ? undefined : sdk.localServers[name];
  const options = node.call?.options;
  if (!options || transport === undefined || name === undefined) return undefined;
  const filter = filterOf(option(options, sdk.fields.toolFilter), sdk);
  const stated = sdk.language === 'python' ? options.get('params') : options;
  const params = stated && givenBy(stated);
  const at = node.at();
  const urlNode = params?.get('url');
  const url = textOf(urlNode);
  const words = commandIn(params);
  const address = url ?? (words.length > 0 ? commandText(words) : undefined);
  const server = serverOf({
    address: address === undefined ? undefined : { text: address, at, isUrl: url !== undefined },
    urlBegins: urlNode?.begins,
    label: textOf(options.get('name')) ?? node.call?.boundTo ?? name,
    at,
    transport: transport as McpServer['transport'],
    values: [...valuesOf(params), ...argumentValues(words)],
    words,
    allowed: filter,
    exempt: sdk.language === 'python' ? option(options, 'require_approval')?.get('never') : undefined,
    allowListEdit: filterEdit(sdk),
    gateOf: (tool) => localGate(node, options, tool, sdk),
  });
  if (sdk.serverGuardrails) Object.assign(server, guardrailsIn(options, sdk.serverGuardrails));
  const blocked = option(options, sdk.fields.toolFilter)?.get(sdk.fields.filterBlocked);
  if (blocked && !filter)
    server.allowedTools = { state: 'absent', at: blocked.written(), why: 'it names what is blocked only' };
  return withPaths(server, node);
}

function filterEdit({ language }: Sdk): string {
  return language === 'typescript'
    ? 'List them in `allowedToolNames` of `toolFilter`.'
    : 'List them in `allowed_tool_names` of `tool_filter`.';
}

/** The allow-list in a filter, however it is made; a function decides at run time. */
function filterOf(filter: CodeSyntaxNode | undefined, sdk: Sdk): CodeSyntaxNode | undefined {
  if (!filter || filter.kind === 'object') return filter?.get(sdk.fields.filterAllowed);
  const name = sdkName(filter);
  const made = name === undefined ? undefined : sdk.filters[name];
  if (!made) return filter;
  return (
    filter.call?.options.get(made.allowed) ??
    (sdk.language === 'python' ? filter.call?.positional[0] : undefined)
  );
}

/** TypeScript has no gate for tools of local servers; Python has one that is off (facts on dialects, section 0). */
function localGate(
  node: CodeSyntaxNode,
  options: CodeSyntaxNode,
  tool: string | undefined,
  sdk: Sdk,
): ToolGate {
  if (sdk.language === 'typescript') {
    const { why } = UNGATEABLE.localServer;
    return { approval: { state: 'inexpressible', why }, ungateable: UNGATEABLE.localServer };
  }
  return {
    approval: pythonRequirement(option(options, 'require_approval'), tool),
    gateRemedy: needing(
      editRemedy(`Set \`require_approval="always"\` in this \`${node.call?.name ?? 'server'}\``, () =>
        node.edit()?.set('require_approval', 'always'),
      ),
      sdk,
      node.call?.name ?? '',
      'require_approval',
    ),
  };
}

/** `require_approval` of a local server: a word, a boolean, lists, a map by tool, or a function. */
function pythonRequirement(node: CodeSyntaxNode | undefined, tool: string | undefined): Evidence<Approval> {
  if (node === undefined || node.kind === 'null') return { state: 'absent' };
  const at = node.written();
  if (node.scalar === true) return { state: 'shown', value: { by: 'human', stated: 'True' }, at };
  if (node.scalar === false) return { state: 'absent', at };
  if (node.reference?.kind === 'function') return readGate(node, 'require_approval');
  const own = tool === undefined ? undefined : node.get(tool);
  if (own && own.kind !== 'object') return readRequireApproval(own, tool);
  const hasLists = node.get('always') !== undefined || node.get('never') !== undefined;
  // Without lists it is a map by tool: what it does not name is not asked for.
  if (node.kind === 'object' && !hasLists) return { state: 'absent', at };
  const listed = (key: string) =>
    node
      .get(key)
      ?.get('tool_names')
      ?.items()
      .some(({ scalar }) => scalar === tool) ?? false;
  const open = openNames(node.get('always')) ?? openNames(node.get('never'));
  if (node.kind === 'object' && !open && !listed('always') && !listed('never'))
    return { state: 'absent', at };
  return readRequireApproval(node, tool);
}

/** The command that starts a server, in parts or, in TypeScript, whole. */
function commandIn(params: CodeSyntaxNode | undefined): Word[] {
  const whole = params?.get('fullCommand');
  const text = textOf(whole);
  if (whole && text !== undefined) return splitCommand({ text, at: whole.at() });
  return wordsOf(params?.get('command'), params?.get('args'), folderText);
}

function valuesOf(params: CodeSyntaxNode | undefined): NamedValue[] {
  const environment = params?.get('env');
  const headers = params?.get('headers') ?? params?.get('requestInit')?.get('headers');
  return [...headerValues(environment), ...headerValues(headers)];
}

/** Paths by names: a tool of an allow-list is known by its server and its own name. */
function withPaths(server: McpServer, node: CodeSyntaxNode): McpServer {
  const path = `mcpServers[${pathName(server.name)}]`;
  server.at = placed(server.at, path, node.at());
  if (node.call?.boundTo !== undefined) server.symbol = node.call.boundTo;
  for (const tool of server.tools) {
    tool.at = placed(tool.at, `${path}.tools[${pathName(tool.name)}]`);
  }
  return server;
}
