import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { ReadContext } from '../dialect.js';
import { builtIns, type KindOf } from '../permissions/built-in.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { asksByDefault } from '../servers/server-entries.js';
import type { ClientProfile } from './profile.js';
import { type ClientSandbox, readSandbox } from './sandbox.js';

/** A client, as one of its documents is read. */
export interface Client {
  profile: ClientProfile;
  /** The document, and the settings that it stands over, which count as well. */
  layers: readonly SyntaxNode[];
  kindOf: KindOf;
  /** The gate of a tool that no setting is about. */
  gate: ToolGate;
  /** What limits the commands that the document lets run; undefined where nothing does. */
  sandbox: ClientSandbox | undefined;
  readBeside: ReadContext['readBeside'];
}

/** The client of a document. */
export function clientOf(root: SyntaxNode, profile: ClientProfile, context: ReadContext): Client {
  const { tools, ignoreCase, asker, sandbox } = profile;
  const below = settingsBelow(root, profile, context);
  const layers = below ? [root, below] : [root];
  return {
    profile,
    layers,
    kindOf: builtIns(tools, ignoreCase),
    gate:
      typeof asker === 'string'
        ? asksByDefault(asker)
        : { approval: { state: 'undecidable', why: asker.unknown } },
    sandbox: sandbox && readSandbox(layers, sandbox),
    readBeside: context.readBeside,
  };
}

/** The settings that a document stands over; undefined where there are none that can be read. */
function settingsBelow(
  root: SyntaxNode,
  { below }: ClientProfile,
  { readBeside }: ReadContext,
): SyntaxNode | undefined {
  const { file } = root.document;
  if (!below?.of.test(file)) return undefined;
  const path = file.replace(below.of, below.settings);
  const text = readBeside?.(path);
  return text === undefined ? undefined : parseDocument(path, 'json', text).roots[0];
}
