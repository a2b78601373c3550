import type { Evidence, McpServer } from '../../../model/index.js';
import type { CodeSyntaxNode } from '../../../program/index.js';
import { headerValues } from '../../agents/tool.js';
import { serverOf, type ToolGate } from '../../servers/mcp-shapes.js';
import { commandText } from '../../servers/server-start.js';
import { argumentValues } from '../../servers/server-values.js';
import { type Framework, textOf } from '../framework.js';
import { interrupting } from '../gates.js';
import { commandIn, pathText, withPaths } from '../servers.js';
import { gateRemedy, gateStated } from './gates.js';
import { factsIn, rowsAt, type Thing, thingAt, valueIn, worded } from './things.js';

/** Reads a server that the program itself talks to. */
export function readServer(thing: Thing, node: CodeSyntaxNode, framework: Framework): McpServer {
  const { row, api } = thing.stated;
  const given = (key: string) =>
    key === 'command' ? valueIn(thing, 'command') : key === 'args' ? valueIn(thing, 'args') : undefined;
  const words = commandIn(given);
  const urlNode = valueIn(thing, 'url');
  const url = textOf(urlNode);
  const address = url ?? (words.length > 0 ? commandText(words) : undefined);
  const connection = thingAt(valueIn(thing, 'connection'), framework);
  const isStarted = words.length > 0 || valueIn(thing, 'command') !== undefined;
  const at = node.at();
  const name = node.call?.boundTo ?? `${node.call?.callee ?? api}(...)`;
  const [filter] = factsIn(thing, 'allow');
  // A list without names lets every tool through where the framework tests it for a value.
  const isAll =
    filter?.arg.empty === 'all' && filter.value.kind === 'array' && filter.value.items().length === 0;
  const server = serverOf({
    address: address === undefined ? undefined : { text: address, at, isUrl: url !== undefined },
    urlBegins: urlNode?.begins,
    label: textOf(valueIn(thing, 'name')) ?? node.call?.boundTo ?? api,
    at,
    transport: isStarted ? 'stdio' : (connection?.stated.row.transport ?? row.transport ?? 'http'),
    values: [
      ...[...factsIn(thing, 'env'), ...factsIn(thing, 'headers')].flatMap(({ value }) => headerValues(value)),
      ...argumentValues(words),
    ],
    words,
    starts: commandIn(given, pathText).map(({ text }) => text),
    allowed: isAll ? undefined : filter?.value,
    allowListEdit: worded(row.remedy?.filter ?? '', name),
    gateOf: () => gateOf(thing, node, framework),
  });
  if (isAll && server.allowedTools.state === 'absent')
    server.allowedTools = {
      state: 'absent',
      at: filter.value.written(),
      why: 'an empty list lets every tool through',
    } satisfies Evidence<string[]>;
  if (textOf(valueIn(thing, 'prefix'))) server.names = 'prefixed';
  return withPaths(server, node);
}

/** The gate of every tool of a server. */
function gateOf(thing: Thing, node: CodeSyntaxNode, framework: Framework): ToolGate {
  const { row, args } = thing.stated;
  const arg = args.find(({ role }) => role === 'gate');
  if (!arg) {
    const reason = rowsAt(node, framework)?.stated.reasons[row.ungateable ?? ''];
    const ungateable = {
      why: 'the framework has no approval option for local MCP servers',
      instead: '',
      ...reason,
    };
    return { approval: { state: 'inexpressible', why: ungateable.why }, ungateable };
  }
  return interrupting({
    approval: gateStated(valueIn(thing, 'gate'), arg, framework),
    gateRemedy: gateRemedy(thing, arg),
  });
}
