import {
  type EditRemedy,
  type Environment,
  editRemedy,
  type Place,
  type Scope,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, textsIn } from '../agents/tool.js';
import { DEFAULT_SANDBOX, SANDBOXES, type SandboxKind, SESSION_SANDBOX, WIDER } from './profile.js';

/** What holds the commands that Codex runs. */
export interface Sandbox extends SandboxKind {
  /** As written; left out: nothing is stated. */
  stated?: string;
  at?: Place;
  /** The exact edit that brings one back, as a sentence. */
  edit: string;
}

/** Why a value was not read. */
export const UNKNOWN = 'its value is not documented';

const EDIT = 'Set `sandbox_mode` to `workspace-write` or `read-only`.';
const PROFILE_EDIT = 'Set `default_permissions` to `:workspace` or `:read-only`.';
/** The sandbox where a file states none: that of a session for an agent in a file of its own, else that of Codex. */
export const unstatedSandbox = (isAgent: boolean): Sandbox => ({
  ...(isAgent ? SESSION_SANDBOX : DEFAULT_SANDBOX),
  edit: EDIT,
});

/**
 * The sandbox of a file, a profile or an agent: `sandbox_mode`, else `default_permissions`, which Codex leaves aside
 * where the older key is set. `root` holds the permission profiles. Where nothing is stated it is `base`.
 */
export function readSandbox(
  node: SyntaxNode,
  root: SyntaxNode,
  base: Sandbox,
  unresolved: Unresolved[],
): Sandbox {
  const modeNode = node.get('sandbox_mode');
  const chosen = modeNode ?? node.get('default_permissions');
  const stated = stringOf(chosen);
  if (!chosen || stated === undefined) return base;
  const common = { stated, at: chosen.at(), edit: modeNode ? EDIT : PROFILE_EDIT };
  const known = Object.hasOwn(SANDBOXES, stated) ? SANDBOXES[stated] : undefined;
  if (known) return { ...common, ...(known.isWorkspace && rootsOf(root).length > 0 ? WIDER : known) };
  if (!modeNode && !stated.startsWith(':'))
    return { ...common, ...ownProfile(stated, root, unresolved, common.at) };
  unresolved.push({ what: 'sandbox_mode', why: UNKNOWN, at: common.at });
  return base;
}

/** Folders beside the workspace that commands in it may write. */
export function rootsOf(root: SyntaxNode): Scope[] {
  return textsIn(root.get('sandbox_workspace_write')?.get('writable_roots'));
}

/** A whole disk or home, as a profile names folders. */
const isWide = (folder: string) => /^(?:[\\/]{1,3}|~[\\/]?|:root|[A-Za-z]:[\\/]{0,2})$/.test(folder);

/** A profile of the file's own: what it extends, and whether it lets everything be written. */
function ownProfile(name: string, root: SyntaxNode, unresolved: Unresolved[], at: Place): Partial<Sandbox> {
  const profile = root.get('permissions')?.get(name);
  if (profile?.kind !== 'object')
    unresolved.push({ what: `permissions.${name}`, why: 'the profile is not in this file', at });
  const folders = profile?.get('filesystem');
  const isOpen = (folders?.keys() ?? []).some(
    (folder) => isWide(folder) && stringOf(folders?.get(folder)) === 'write',
  );
  const base = stringOf(profile?.get('extends')) ?? '';
  const extended = Object.hasOwn(SANDBOXES, base) ? SANDBOXES[base] : undefined;
  if (isOpen || (extended && extended.containedBy === undefined)) return {};
  return { containedBy: { by: 'profile', name } };
}

/** The network of the sandbox, where the file says something of it that counts. */
export function readNetwork(root: SyntaxNode, sandboxes: readonly Sandbox[]): Environment | undefined {
  const access = root.get('sandbox_workspace_write')?.get('network_access');
  const workspace = sandboxes.find(({ isWorkspace }) => isWorkspace);
  if (access && typeof access.scalar === 'boolean' && workspace)
    return environment(workspace, access, access.scalar ? 'enabled' : 'disabled', [], () =>
      editRemedy(
        'Set `sandbox_workspace_write.network_access` to `false`',
        () => access.edit()?.replace(false),
        'Codex then asks before a command uses the network',
      ),
    );
  for (const sandbox of sandboxes) {
    const network = root
      .get('permissions')
      ?.get(sandbox.stated ?? '')
      ?.get('network');
    const enabled = network?.get('enabled');
    const domains = network?.get('domains');
    // What a network without domains reaches is not documented.
    if (enabled?.scalar !== true || !domains) continue;
    const allowed = domains.keys().filter((domain) => stringOf(domains.get(domain)) === 'allow');
    const star = domains.get('*');
    return environment(sandbox, star ?? enabled, 'enabled', allowed, (path) =>
      star && allowed.length > 1
        ? editRemedy(`Remove \`${path}\``, () => star.edit()?.remove())
        : editRemedy('Set `enabled` of this `network` to `false`', () => enabled.edit()?.replace(false)),
    );
  }
  return undefined;
}

function environment(
  { stated = 'workspace-write', at }: Sandbox,
  access: SyntaxNode,
  state: string,
  allowedDomains: string[],
  narrow: (path: string) => EditRemedy,
): Environment {
  const here = access.at();
  return {
    type: stated,
    at: at ?? here,
    kind: 'other',
    network: { access: state, allowedDomains, at: here, narrow: narrow(here.path) },
  };
}
