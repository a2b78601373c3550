import type { Containment, WideReach } from '../model/index.js';
import { redact } from '../model/secrets.js';

/** What an entry pre-approves, in words that complete "allows ... without approval". */
export function reachWords(reach: WideReach): string {
  switch (reach.of) {
    case 'everything':
      return 'every tool';
    case 'built-in':
      return 'every built-in tool';
    case 'commands':
      return 'any command';
    case 'edits':
      return reach.where === 'home' ? 'every edit of any file in a home directory' : 'every edit of any file';
    case 'deletions':
      return 'the deletion of any file';
    case 'requests':
      return 'a request to any address';
    case 'servers':
      return 'every tool of every MCP server';
    case 'server':
      return `every tool of \`${redact(reach.name)}\``;
    case 'names':
      return `every tool whose name begins with \`${redact(reach.prefix)}\``;
    case 'starts':
      return `every server that \`${redact(reach.file)}\` names, now or later,`;
  }
}

const SANDBOXES = {
  agent: 'in the sandbox of its agent',
  client: 'in the sandbox of the client',
  operator: 'in the hosted sandbox',
  session: 'in the sandbox of the session that starts it',
} as const;

const WRITE_LIMITS = {
  nothing: 'in a read-only sandbox',
  workspace: 'in a sandbox that can write only the workspace',
  'workspace-and-roots': 'in a sandbox that can write the workspace and the folders of `writable_roots`',
} as const;

/** What limits an effect, in words that follow it: `in the sandbox of its agent`. */
export function containmentWords(containment: Containment): string {
  switch (containment.by) {
    case 'sandbox':
      return SANDBOXES[containment.of];
    case 'write-limit':
      return WRITE_LIMITS[containment.writes];
    case 'network-limit':
      return 'in a sandbox without a network';
    case 'profile':
      return `in the sandbox of its permission profile \`${containment.name}\``;
    case 'container':
      return "in the operator's container";
    case 'workspace':
      return 'in its workspace';
    case 'one-form':
      return 'by an exact command';
    case 'hook':
      return `that \`${containment.stated}\` has on its list`;
    case 'machine':
      return 'on this machine only';
  }
}

/** The same with a blank before it; nothing where nothing limits the effect. */
export const containedWhere = (containment: Containment | undefined): string =>
  containment ? ` ${containmentWords(containment)}` : '';
