import type { OpeningProfile } from './profile.js';

const SANDBOX_IS_ON = { at: ['sandbox', 'enabled'], values: [true] };

/**
 * Settings of the sandbox of Claude Code that open it, in files and in options of its SDK. Source: type Settings and type
 * SandboxSettings of @anthropic-ai/claude-agent-sdk 0.3.332, 2026-11-30.
 */
export const SANDBOX_OPENINGS: readonly OpeningProfile[] = [
  {
    kind: 'machine',
    at: ['sandbox', 'excludedCommands'],
    pattern: /^(?:\*|(?:docker|podman|nerdctl|kubectl|sudo|ssh|(?:ba|z)?sh)(?=$|[\s:]))/,
    when: [SANDBOX_IS_ON],
    level: 'warning',
    says: '`{value}` runs outside of the sandbox: what it does is not limited to the project',
    edit: 'Decide whether the task needs it outside of the sandbox. If not, remove the entry.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'network', 'allowUnixSockets'],
    pattern: /(?:docker|podman|containerd)[\w./-]*\.sock$/,
    when: [SANDBOX_IS_ON],
    says: 'Commands in the sandbox control the container service `{value}`: a prompt injection can start a container that mounts the whole machine',
    edit: 'Decide which command needs it. Remove the entry, and let that command ask for approval.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'network', 'allowAllUnixSockets'],
    values: [true],
    when: [SANDBOX_IS_ON],
    level: 'warning',
    says: 'Commands in the sandbox reach every service of the machine by its socket, also those that start containers',
    edit: 'Decide which sockets the task needs, and name those in `sandbox.network.allowUnixSockets`.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'enableWeakerNestedSandbox'],
    values: [true],
    when: [SANDBOX_IS_ON],
    level: 'warning',
    says: 'The sandbox of commands is weaker by this switch, which is for containers without rights of their own',
    edit: 'Decide whether this project only runs in such a container. If not, remove `sandbox.enableWeakerNestedSandbox`.',
  },
  {
    kind: 'network',
    at: ['sandbox', 'enableWeakerNetworkIsolation'],
    values: [true],
    when: [SANDBOX_IS_ON],
    says: 'Commands in the sandbox reach the trust service of macOS by this switch, a way out around the list of hosts',
    edit: 'Decide whether a program needs it to check certificates behind a proxy. If not, remove `sandbox.enableWeakerNetworkIsolation`.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'allowNestedUserNamespaces'],
    values: [true],
    when: [SANDBOX_IS_ON],
    level: 'info',
    says: 'In the settings of a person, it lets commands in the sandbox make namespaces of their own, by which they write files that the sandbox protects; in those of a project it has no effect',
    edit: 'Decide whether a program needs it to run, such as a browser. If not, remove `sandbox.allowNestedUserNamespaces`.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'allowAppleEvents'],
    values: [true],
    when: [SANDBOX_IS_ON],
    level: 'info',
    says: 'In the settings of a person, it lets commands in the sandbox start other programs outside of it; in those of a project it has no effect',
    edit: 'Decide whether a command opens pages or programs. If not, remove `sandbox.allowAppleEvents`.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'filesystem', 'disabled'],
    values: [true],
    when: [SANDBOX_IS_ON],
    level: 'info',
    says: 'In the settings of a person, it lets commands in the sandbox read and write every file; in those of a project it has no effect',
    edit: 'Remove `sandbox.filesystem.disabled`, and name folders that commands write in `sandbox.filesystem.allowWrite`.',
  },
  {
    kind: 'machine',
    at: ['sandbox', 'filesystem', 'allowWrite'],
    pattern:
      /^(?:\/{1,2}|~\/?|\$HOME\/?|\/{1,2}(?:home|Users|etc|usr|var)\/?|~\/\.(?:ssh|aws|claude|config|gnupg)(?:\/.*)?)(?:\*\*?)?$/,
    when: [SANDBOX_IS_ON],
    level: 'warning',
    says: 'Commands in the sandbox write `{value}`, outside of the project',
    edit: 'Decide which folder the task writes, and name only that one in `sandbox.filesystem.allowWrite`.',
  },
  {
    kind: 'network',
    at: ['sandbox', 'network', 'allowedDomains'],
    values: ['*', '*.*', '*.com'],
    when: [SANDBOX_IS_ON],
    says: 'Commands in the sandbox reach every host without approval: a prompt injection can send out everything that they read',
    edit: 'Decide which hosts the task needs, and list them in `sandbox.network.allowedDomains`.',
  },
  {
    kind: 'fallback',
    at: ['sandbox', 'enabled'],
    values: [true],
    unless: [{ at: ['sandbox', 'failIfUnavailable'], values: [true] }],
    level: 'info',
    says: 'On a machine without a sandbox Claude Code runs commands outside of one, with no more than a message',
    edit: 'Set `sandbox.failIfUnavailable` to `true`.',
  },
];
