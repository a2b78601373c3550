import type { Containment } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { builtIns, type KindOf } from '../permissions/built-in.js';
import type { ServerFormat } from '../servers/server-entries.js';
import { CLIENT_SANDBOX, isSandboxed } from './modes.js';
import type { ClientProfile } from './profile.js';
import { serverFormat } from './servers.js';

/** A client, as one of its documents is read. */
export interface Client {
  profile: ClientProfile;
  kindOf: KindOf;
  /** What the client says of MCP servers in general. */
  format: ServerFormat;
  /** What limits the commands that the document lets run. */
  containedBy: Containment | undefined;
}

/** The client of a document. */
export function clientOf(root: SyntaxNode, profile: ClientProfile): Client {
  const { tools, ignoreCase, servers, asker, sandbox } = profile;
  return {
    profile,
    kindOf: builtIns(tools, ignoreCase),
    format: serverFormat(servers, asker),
    containedBy: sandbox && isSandboxed(root, sandbox) ? CLIENT_SANDBOX : undefined,
  };
}
