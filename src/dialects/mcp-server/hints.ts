import { codeSpan, type Edits, editRemedy, type Remedy, type ToolHints } from '../../model/index.js';
import { type CodeSyntaxNode, writtenOption } from '../../program/index.js';

/** How a program says of a tool that it destroys. */
export interface Marking {
  /** The edit as a title, without a full stop. */
  title: string;
  /** Left out where it is no edit of one place. */
  edits?(): Edits;
}

/** The annotations of a tool: an object, or what `ToolAnnotations(...)` constructs. */
export function readHints(annotations: CodeSyntaxNode | undefined, marking: Marking): ToolHints {
  const mark = remedyFor(annotations, marking);
  if (!annotations || annotations.kind === 'null') return { mark };
  const at = annotations.written();
  const members = annotations.call?.options ?? annotations;
  if (members.kind === 'dynamic')
    return { mark, at, why: members.why ?? 'its annotations are computed at run time' };
  const readOnly = flagOf(members, ['readOnlyHint', 'read_only_hint']);
  const destructive = flagOf(members, ['destructiveHint', 'destructive_hint']);
  const why = [readOnly, destructive].includes('computed')
    ? 'an annotation is computed at run time'
    : undefined;
  return {
    mark,
    at,
    ...(typeof readOnly === 'boolean' && { readOnly }),
    ...(typeof destructive === 'boolean' && { destructive }),
    ...(why !== undefined && { why }),
  };
}

function flagOf(members: CodeSyntaxNode, names: readonly string[]): boolean | 'computed' | undefined {
  const stated = names.map((name) => members.get(name)).find((one) => one !== undefined);
  if (stated?.kind === 'dynamic') return 'computed';
  return typeof stated?.scalar === 'boolean' ? stated.scalar : undefined;
}

/** Annotations that are there are completed; else they are added where the tool is described. */
function remedyFor(annotations: CodeSyntaxNode | undefined, { title, edits }: Marking): Remedy {
  const members = annotations?.call?.options ?? annotations;
  if (!annotations || members?.kind !== 'object')
    return edits ? editRemedy(title, edits) : { text: `${title}.` };
  const isSnake = members.keys().some((key) => key.includes('_'));
  const [destructive, readOnly] = isSnake
    ? ['destructive_hint', 'read_only_hint']
    : ['destructiveHint', 'readOnlyHint'];
  const stated = {
    [destructive]: true,
    ...(flagOf(members, [readOnly]) === true && { [readOnly]: false }),
  };
  const language = annotations.call ? 'python' : 'typescript';
  const written = Object.entries(stated).map(([key, value]) => codeSpan(writtenOption(language, key, value)));
  return editRemedy(`State ${written.join(' and ')} in its annotations`, () =>
    annotations.edit()?.merge(stated),
  );
}
