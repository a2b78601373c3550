import type { McpServer, NamedValue, Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { Word } from '../commands/command-line.js';
import { serverOf } from '../servers/mcp-shapes.js';

const CLIENT = 'the client that installs the server decides';

/** The servers of an entry of the registry: each package that starts one, and each address. */
export function readRegistryEntry(root: SyntaxNode): McpServer[] {
  const label = stringOf(root.get('name'));
  const packages = (root.get('packages')?.items() ?? []).flatMap((one) => readPackage(one, label));
  const remotes = (root.get('remotes')?.items() ?? []).flatMap((one) => readRemote(one, label, []));
  return [...packages, ...remotes];
}

function readPackage(node: SyntaxNode, label: string | undefined): McpServer[] {
  const identifier = node.get('identifier');
  const text = stringOf(identifier);
  if (!identifier || text === undefined) return [];
  const values = (node.get('environmentVariables')?.items() ?? []).flatMap(valuesOf);
  const transport = node.get('transport');
  if (transport && stringOf(transport.get('url')) !== undefined) return readRemote(transport, label, values);
  // A file with its sum is one version, whatever its address is.
  const sum = stringOf(node.get('fileSha256'));
  const version = stringOf(node.get('version'));
  const isImage = stringOf(node.get('registryType')) === 'oci';
  const separator = stringOf(node.get('registryType')) === 'pypi' ? '==' : '@';
  // The tag of an image may be in its identifier.
  const isTagged = isImage && /[:@][^/]*$/.test(text);
  const started = version === undefined || isTagged ? text : `${text}${isImage ? ':' : separator}${version}`;
  const at = identifier.at();
  const isFile = stringOf(node.get('registryType')) === 'mcpb';
  const words: Word[] = [
    {
      text:
        stringOf(node.get('runtimeHint')) ??
        (isImage ? 'docker' : isFile && sum !== undefined ? FILE : RUNNERS[separator]),
      at,
    },
    ...(isImage ? [{ text: 'run', at }] : []),
    ...argumentsIn(node.get('runtimeArguments')),
    { text: started, at },
    ...argumentsIn(node.get('packageArguments')),
  ];
  return [
    described(
      serverOf({
        address: { text, at, isUrl: false },
        label,
        at,
        transport: 'stdio',
        values,
        words,
        allowed: undefined,
        allowListEdit: '',
        gateOf: () => ({ approval: { state: 'undecidable', why: CLIENT } }),
      }),
    ),
  ];
}

/** A client unpacks it, and no runner of packages fetches anything. */
const FILE = 'mcpb';
const RUNNERS = { '==': 'uvx', '@': 'npx' } as const;

function readRemote(node: SyntaxNode, label: string | undefined, more: NamedValue[]): McpServer[] {
  const url = node.get('url');
  const text = stringOf(url);
  if (!url || text === undefined) return [];
  const values = [...more, ...(node.get('headers')?.items() ?? []).flatMap(valuesOf)];
  return [
    described(
      serverOf({
        address: { text, at: url.at(), isUrl: true },
        label,
        at: url.at(),
        transport: stringOf(node.get('type')) === 'sse' ? 'sse' : 'http',
        values,
        allowed: undefined,
        allowListEdit: '',
        gateOf: () => ({ approval: { state: 'undecidable', why: CLIENT } }),
      }),
    ),
  ];
}

const SHELLS = /^(?:.*[\\/])?(?:sh|bash|zsh|cmd|powershell|pwsh)(?:\.exe)?$/i;

/** Arguments of a shell whose text contains what a person fills in: `sh -c "run {name}"`. */
export function shellTexts(root: SyntaxNode): Opening[] {
  return (root.get('packages')?.items() ?? []).flatMap((node): Opening[] => {
    const given = [
      ...argumentsIn(node.get('runtimeArguments')),
      ...argumentsIn(node.get('packageArguments')),
    ];
    const words = [stringOf(node.get('runtimeHint')) ?? '', ...given.map(({ text }) => text)];
    const shell = words.findIndex((word) => SHELLS.test(word));
    const option = words.findIndex((word, index) => index > shell && /^(?:-\w*c|\/c|-command)$/i.test(word));
    const line = shell < 0 || option < 0 ? undefined : given[option];
    const filled = /\{(\w+)\}/.exec(line?.text ?? '')?.[0];
    if (!line || filled === undefined) return [];
    return [
      {
        kind: 'code',
        level: 'warning',
        stated: line.text,
        says: `A shell reads \`${filled}\` as part of its text: whoever fills it in runs commands on the machine of the server`,
        edit: 'Decide which program the server is, start it without a shell, and give it the value as an argument of its own.',
        at: line.at,
      },
    ];
  });
}

/** The entry describes the server itself: who may call which of its tools is up to its clients. */
const described = (server: McpServer): McpServer => ({
  ...server,
  allowedTools: { state: 'inexpressible', why: CLIENT },
  isOwn: true,
});

/** What a variable or a header is set to. A secret one is a credential whatever it is called. */
function valuesOf(node: SyntaxNode): NamedValue[] {
  const name = stringOf(node.get('name')) ?? 'value';
  const isSecret = node.get('isSecret')?.scalar === true;
  return ['value', 'default'].flatMap((key) => {
    const found = node.get(key);
    const value = stringOf(found);
    return found && value !== undefined
      ? [{ name: isSecret ? `${name} (secret)` : name, shownAs: name, value, at: found.at() }]
      : [];
  });
}

/** Arguments as words: `{ type: named, name: -v, value: /:/ }` is two. */
function argumentsIn(list: SyntaxNode | undefined): Word[] {
  return (list?.items() ?? []).flatMap((item) =>
    ['name', 'value'].flatMap((key) => {
      const node = item.get(key);
      const text = stringOf(node);
      const isName = key === 'name' && stringOf(item.get('type')) !== 'named';
      return node && text !== undefined && !isName ? [{ text, at: node.at() }] : [];
    }),
  );
}
