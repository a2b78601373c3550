import { type Evidence, joinEdits, type Repair, type StoredState } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { keptBy } from '../payload/stored-state.js';
import { isGiven, type Run, WITHIN } from './run.js';

/** The flag of the command line that the SDK sets in TypeScript for `persistSession: false`. */
export const NO_TRANSCRIPT = 'no-session-persistence';

/** How each language leaves transcripts out. */
const LEAVE_OUT = {
  typescript: 'Set `persistSession: false`: the session can then not be resumed.',
  python: `Set \`extra_args={"${NO_TRANSCRIPT}": None}\`: the session can then not be resumed.`,
};

/** What the SDK keeps of the sessions of a run: transcripts on the disk of the host, and copies of them. */
export function transcriptsOf(run: Run): StoredState[] {
  const { found, get, name } = run;
  const { language } = found.rows;
  const store = get('sessionStore');
  const leaveOut = leavingOut(run);
  if (isGiven(store)) {
    const key = name('sessionStore');
    const at = store.written();
    const kept = { state: 'shown', value: true, at } as const;
    const edit = `Remove \`${key}\`: the local transcript stays beside it. ${LEAVE_OUT[language]}`;
    const edits = () => joinEdits(store.edit()?.remove(), leaveOut.edits());
    const repair = { title: `Remove \`${key}\`, and keep no transcripts`, edits };
    return [{ kind: 'transcript', name: key, kept, at, edit, repair }];
  }
  const at = found.node.at();
  if (language === 'typescript' && !run.isTaken('persistSession')) {
    const edit = `Run it with \`query\`, and set \`persistSession: false\`: \`${found.node.call?.name}\` has no option for it.`;
    return [{ kind: 'transcript', name: 'persistSession', kept: { state: 'absent' }, at, edit }];
  }
  const common = { kind: 'transcript', edit: LEAVE_OUT[language], repair: leaveOut } as const;
  const flags = get('extraArgs');
  if (language === 'python' || flags?.keys().includes(NO_TRANSCRIPT))
    return [{ ...common, name: NO_TRANSCRIPT, kept: flagIn(flags), at }];
  return [{ ...common, name: 'persistSession', ...keptBy(get('persistSession'), at) }];
}

/** Whether transcripts are kept, by the flags that a program in Python passes on. */
function flagIn(flags: CodeSyntaxNode | undefined): Evidence<boolean> {
  if (flags?.kind === 'dynamic') return computed(flags);
  return flags?.keys().includes(NO_TRANSCRIPT)
    ? { state: 'shown', value: false, at: flags.written() }
    : { state: 'absent' };
}

function leavingOut({ found: { rows, node }, get, options, isStated }: Run): Repair {
  const set = () => {
    if (rows.language === 'python') {
      const flags = get('extraArgs');
      return isGiven(flags)
        ? flags.edit()?.set(NO_TRANSCRIPT, null)
        : isStated
          ? options.edit()?.set('extra_args', { [NO_TRANSCRIPT]: null })
          : undefined;
    }
    return isStated
      ? options.edit()?.set('persistSession', false)
      : node.call?.options.edit()?.set(WITHIN.typescript, { persistSession: false });
  };
  return { title: 'Keep no transcripts', edits: set };
}
