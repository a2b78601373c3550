import {
  type Containment,
  type EditRemedy,
  type Environment,
  editRemedy,
  type Place,
  type Scope,
  type Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, textsIn } from '../agents/tool.js';

/** What holds the commands that Codex runs. */
export interface Sandbox {
  /** As written; left out: nothing is stated. */
  stated?: string;
  at?: Place;
  /** Left out: nothing limits them. */
  containedBy?: Containment;
  /** Commands in it may write the workspace, so that `sandbox_workspace_write` counts. */
  isWorkspace?: true;
  /** The exact edit that brings one back, as a sentence. */
  edit: string;
}

/** Why a value was not read. */
export const UNKNOWN = 'its value is not documented';

const EDIT = 'Set `sandbox_mode` to `workspace-write` or `read-only`.';
const PROFILE_EDIT = 'Set `default_permissions` to `:workspace` or `:read-only`.';
const READ_ONLY = { containedBy: { by: 'write-limit', writes: 'nothing' } } as const;
const WORKSPACE = { containedBy: { by: 'write-limit', writes: 'workspace' }, isWorkspace: true } as const;

const WIDER = {
  containedBy: { by: 'write-limit', writes: 'workspace-and-roots' },
  isWorkspace: true,
} as const;

/** What each value says. Codex refuses any other. */
const KINDS: Readonly<Record<string, Partial<Sandbox>>> = {
  'read-only': READ_ONLY,
  'workspace-write': WORKSPACE,
  'danger-full-access': {},
  ':read-only': READ_ONLY,
  ':workspace': WORKSPACE,
  ':danger-full-access': {},
  ':danger-no-sandbox': {},
  ':unrestricted': {},
};

/** What Codex uses where no file says anything: it reads the settings of a project only where people trust it. */
export const DEFAULT_SANDBOX: Sandbox = { ...WORKSPACE, edit: EDIT };

/** An agent in a file of its own runs in what holds the session that starts it. */
export const SESSION_SANDBOX: Sandbox = {
  containedBy: { by: 'sandbox', of: 'session' },
  edit: EDIT,
};

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
  const known = Object.hasOwn(KINDS, stated) ? KINDS[stated] : undefined;
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
  const extended = Object.hasOwn(KINDS, base) ? KINDS[base] : undefined;
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
