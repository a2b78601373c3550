import {
  type Approval,
  type ApprovalMode,
  approvalBy,
  type Evidence,
  type Grant,
  type Tool,
} from '../../model/index.js';
import { type CodeSyntaxNode, resultIs, type ValuePattern } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { CLIENT_SANDBOX } from '../clients/sandbox.js';
import { textOf } from '../frameworks/framework.js';
import { answeredBySent, switchedByClient } from '../frameworks/gates.js';
import { movedTo } from '../frameworks/places.js';
import { granted } from '../permissions/grants.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { chosenByClient } from './chosen-by-client.js';
import { isGiven, type Run, ruleOf } from './run.js';
import type { SdkTool } from './servers.js';

/** The gate of what no list and no hook is about. */
export function gateOf(run: Run): ToolGate {
  const {
    get,
    name,
    mode,
    options,
    found: { node, framework },
  } = run;
  const modeNode = get('permissionMode');
  const callback = get('canUseTool');
  const key = name('permissionMode');
  const gateRemedy = {
    text: `Set \`${key}\` to \`default\`, and ask a person in \`${name('canUseTool')}\`.`,
    repair: {
      title: `Set \`${key}\` to \`default\``,
      edits: () => (run.isStated ? options.edit()?.set(key, 'default') : undefined),
    },
  };
  if (mode?.asks === 'nobody') return { approval: approvalBy(byMode(mode)), grant: byMode(mode) };
  const allowed = get('allowedTools');
  const granted = allowed && chosenByClient(allowed, node, framework);
  if (granted) {
    const list = name('allowedTools');
    const text = `List the tools that may run without approval in \`${list}\`, not in the request.`;
    return { approval: answeredBySent(list, granted, allowed.written(), 'value'), gateRemedy: { text } };
  }
  const refusal = refusalOf(run);
  const answered = refusal ? undefined : callback && answerOf(callback, run);
  if (answered?.approval.state === 'shown' && answered.approval.value.by === 'machine') return answered;
  // What the callback approves by itself runs in any mode in which it is asked.
  const asking = answered?.approval.state === 'shown' ? { stated: answered.approval } : {};
  if (modeNode?.kind === 'dynamic' && !mode?.opensIf) {
    const sent = chosenByClient(modeNode, node, framework);
    const approval: Evidence<Approval> = sent
      ? answeredBySent(key, sent, modeNode.written(), 'value')
      : switchedByClient(computed(modeNode), modeNode, key, framework, UNASKED);
    return { approval, gateRemedy, ...asking };
  }
  if (!mode) {
    const why = `no \`${key}\` is stated: the settings of the machine and the model decide`;
    return { approval: { state: 'undecidable', why }, gateRemedy, ...asking };
  }
  if (mode.asks === 'as-model-decides')
    return {
      approval: { state: 'undecidable', why: `\`${mode.setting}\`: a model decides`, at: mode.at },
      gateRemedy,
      ...asking,
    };
  const { stated, setting = stated, at } = mode;
  // What neither a list nor a person allows is refused.
  if (refusal) {
    const value = { by: 'human', ...refusal, refuses: true } as const;
    return { approval: { state: 'shown', value, at }, gateRemedy };
  }
  const prompt = get('permissionPromptToolName');
  if (isGiven(prompt)) {
    const why = `whether the tool of \`${name('permissionPromptToolName')}\` asks a person is not known`;
    return { approval: { state: 'undecidable', why, at: prompt.written() }, gateRemedy };
  }
  return (
    answered ?? { approval: { state: 'shown', value: { by: 'human', stated, setting }, at }, gateRemedy }
  );
}

/** The mode in which nothing is asked. */
const UNASKED = 'bypassPermissions';

/** The setting by which a call is refused where somebody would be asked; undefined if somebody is asked. */
function refusalOf({ mode, get }: Run): { stated: string; setting: string } | undefined {
  if (mode?.stated === 'dontAsk') return { stated: mode.stated, setting: mode.setting ?? mode.stated };
  const prompts = textOf(get('permissionPrompts'));
  return prompts === 'none' ? { stated: prompts, setting: 'permissionPrompts: none' } : undefined;
}

/** What an answer that approves is, in each language. */
const ALLOWS: Readonly<Record<'typescript' | 'python', ValuePattern>> = {
  typescript: { behavior: 'allow' },
  python: { '()': 'PermissionResultAllow' },
};

/** The gate that a permission callback answers. Which calls it approves by itself, the sinks of its rows find. */
function answerOf(callback: CodeSyntaxNode, { found, name }: Run): ToolGate | undefined {
  if (callback.kind === 'null') return undefined;
  const key = name('canUseTool');
  const at = callback.written();
  const allows = resultIs(callback, ALLOWS[found.rows.language]);
  if (allows === 'always') {
    const value = { by: 'machine', stated: key, manner: 'which always allows' } as const;
    const text = `Ask a person in \`${key}\`, and deny the call if the answer is no. Or remove it: the SDK then refuses what no list allows.`;
    const repair = { title: `Remove \`${key}\``, edits: () => callback.edit()?.remove() };
    return { approval: { state: 'shown', value, at }, gateRemedy: { text, repair } };
  }
  if (!isRead(callback)) {
    const why = `whether \`${key}\` asks a person is not known`;
    return { approval: { state: 'undecidable', why, at } };
  }
  return { approval: { state: 'shown', value: { by: 'human', stated: key }, at } };
}

/** Whether a callback is a function, or a condition chooses between some; without one the SDK refuses what no list allows. */
const isRead = ({ reference, may = [] }: CodeSyntaxNode): boolean =>
  reference?.kind === 'function' ||
  (may.length > 0 && may.every((one) => one.kind === 'null' || one.reference?.kind === 'function'));

const ALWAYS_ASK = 'permission_policy: always_ask';

/**
 * The gate of a tool that its server always asks for: in every mode but `auto`, in which a model decides. Whatever
 * lets tools run does not let this one.
 */
export function askedBy(run: Pick<Run, 'mode' | 'name' | 'client'>): ToolGate {
  const { mode, name, client } = run;
  const open = (why: string): ToolGate => ({ approval: { state: 'undecidable', why } });
  if (!mode) {
    const key = name('permissionMode');
    return open(`no \`${key}\` is stated, and in the mode \`auto\` a model decides \`${ALWAYS_ASK}\``);
  }
  if (mode.asks === 'as-model-decides') return open(`\`${mode.setting}\`: a model decides \`${ALWAYS_ASK}\``);
  const { approval } = client.gate;
  // The callback answers, also where the mode asks nobody.
  if (mode.asks !== 'nobody' && !(approval.state === 'shown' && approval.value.by === 'human'))
    return client.gate;
  const refuses = approval.state === 'shown' && approval.value.refuses;
  const value = {
    by: 'human',
    stated: 'always_ask',
    setting: ALWAYS_ASK,
    ...(refuses ? { refuses } : {}),
  } as const;
  return { approval: { state: 'shown', value } };
}

/** A tool with the gate that hooks, the mode and the sandbox leave it. */
export function settled(tool: Tool, run: Run, own: readonly SdkTool[]): Tool {
  const { mode, client, get, name } = run;
  const defined = own.find(({ server, tool: { name } }) => tool.name === `mcp__${server}__${name}`);
  // A person who is asked in the body of the tool is asked whatever lets it run.
  if (defined?.policy === 'ask' || (defined && defined.tool.approval.state !== 'absent')) return tool;
  if (mode?.asks === 'nobody') return granted(tool, byMode(mode));
  const rule = ruleOf(tool);
  const hooks = run.hooks.filter(({ covers: isFor }) => rule && isFor(rule));
  const hook = hooks.find(({ says }) => says !== 'list');
  if (tool.grant) {
    // Such a hook is called before lists count, and of several the strictest answer holds.
    const first = hooks.filter(({ isFirst }) => isFirst);
    const strict = first.find(({ says }) => says === 'deny') ?? first.find(({ says }) => says === 'ask');
    const { grant, ...bare } = tool;
    if (strict && isOne(tool)) return { ...bare, approval: strict.approval };
    const list = first.find(({ says }) => says === 'list');
    return list
      ? { ...tool, grant: { ...tool.grant, containedBy: { by: 'hook', stated: list.grant.setting } } }
      : tool;
  }
  if (hook?.says === 'allow') {
    const { grant, approval } = hook;
    return { ...granted(tool, grant), approval, at: movedTo(grant.at, tool.at) };
  }
  if (hook) return { ...tool, approval: hook.approval };
  const kind = client.kindOf(tool.name);
  if (mode?.asks === 'except-edits' && kind === 'edit') return granted(tool, byMode(mode));
  const sandbox = get('sandbox');
  const isPython = run.found.rows.language === 'python';
  if (kind === 'shell' && client.sandbox && sandbox && isAutomatic(sandbox)) {
    const stated = sandbox.get('autoAllowBashIfSandboxed');
    const at = stated?.at('key') ?? sandbox.written();
    const allowed = granted(tool, {
      who: 'agent',
      what: { of: 'tool' },
      setting: 'sandbox.autoAllowBashIfSandboxed',
      at,
      containedBy: CLIENT_SANDBOX,
      remedy: {
        text: `Set \`autoAllowBashIfSandboxed\` of \`${name('sandbox')}\` to ${isPython ? 'False' : 'false'}: commands then need approval.`,
        repair: {
          title: 'Set `autoAllowBashIfSandboxed` to false',
          edits: () => sandbox.edit()?.set('autoAllowBashIfSandboxed', false),
        },
      },
    });
    return stated ? { ...allowed, at: movedTo(at, tool.at) } : allowed;
  }
  return { ...tool, ...client.gate };
}

/** Whether an entry is for one tool, not for several of a server or for some commands. */
const isOne = ({ name }: Tool): boolean => /^mcp__(?=\w+$)\w+__\w|^[A-Z]\w*$/.test(name);

/** Only what is stated counts: by the types of 0.3.330 commands in the sandbox require approval by default, by older pages not. */
function isAutomatic(sandbox: CodeSyntaxNode): boolean {
  const stated = sandbox.get('autoAllowBashIfSandboxed');
  return stated !== undefined && stated.scalar !== false;
}

const byMode = ({ stated, at, remedy, containedBy, without }: ApprovalMode): Grant => ({
  who: 'agent',
  what: { of: 'tool' },
  setting: stated,
  at,
  remedy,
  ...(containedBy && { containedBy }),
  ...(without && { without }),
});

/** Names what looks like a control and does nothing: a callback that is not called, a list that restricts nothing. */
export function noteShadowed({ found: { agent }, get, name }: Run): void {
  const callback = get('canUseTool');
  const allowed = get('allowedTools');
  const key = name('canUseTool');
  const lists = (allowed?.items() ?? []).length > 0 && allowed;
  if (agent.mode?.asks === 'nobody') {
    const { stated } = agent.mode;
    const without = [
      ...(isGiven(callback)
        ? [
            {
              at: callback.written(),
              message: `\`${key}\` is never called: \`${stated}\` approves before it.`,
            },
          ]
        : []),
      ...(lists
        ? [
            {
              at: lists.written(),
              message: `\`${name('allowedTools')}\` restricts nothing: it only adds what runs without approval.`,
            },
          ]
        : []),
    ];
    if (without.length > 0) agent.mode = { ...agent.mode, without };
    return;
  }
  if (!isGiven(callback)) return;
  const message = `\`${key}\` is not called for what this lets run.`;
  agent.tools = agent.tools.map((tool) =>
    tool.grant ? { ...tool, grant: { ...tool.grant, without: [{ at: callback.written(), message }] } } : tool,
  );
}
