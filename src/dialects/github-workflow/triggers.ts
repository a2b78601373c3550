import type { Place } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import { filesOf } from '../ci/documents.js';
import { folderOf, type Workflow, type WorkflowEvent, workflowOf } from '../ci/workflow.js';
import type { ReadContext } from '../dialect.js';
import facts from '../ci/events.json' with { type: 'json' };
import { type OutsideEvent, outsideTypes, type Possible } from '../ci/outsiders.js';

/** An event that starts a workflow, at its place; `outside` where anyone can cause it. */
export interface Trigger {
  name: string;
  at: Place;
  outside?: OutsideEvent;
  /** Another workflow decides who causes it: whether an outsider may cause that one. */
  upstream?: Possible;
}

/** Whether a text names an event that anyone can cause. */
export const mayBeOutside = (text: string): boolean => OUTSIDE.test(text);
const OUTSIDE = new RegExp(`\\b(?:${Object.keys(facts.events).join('|')})\\b`);

/** The events that anyone may cause, or that another workflow passes on. */
export function triggersOf(
  workflow: Workflow,
  context: ReadContext,
  labels: () => ReadonlySet<string>,
): Trigger[] {
  return workflow.events.flatMap((event): Trigger[] => {
    const { name } = event;
    const at = event.at();
    if (facts.elsewhere.events.includes(name) && name !== 'workflow_run')
      return [{ name, at, upstream: 'maybe' }];
    const open = outsideTypes(name);
    if (!open) return [];
    const usual = name === 'pull_request_target' ? ['opened', 'synchronize', 'reopened'] : open;
    const types = event.types?.filter((type) => open.includes(type)) ?? usual;
    if (types.length === 0) return [];
    const outside: OutsideEvent = { name, types };
    if (name === 'workflow_run')
      return [{ name, at, outside, upstream: upstreamOf(event, workflow, context) }];
    return [{ name, at, outside: name === 'issues' ? { ...outside, labels: labels() } : outside }];
  });
}

/** Whether an outsider may cause the run of one of the workflows that a `workflow_run` waits for. */
function upstreamOf({ workflows }: WorkflowEvent, workflow: Workflow, context: ReadContext): Possible {
  const names = new Set(workflows);
  const found = workflowsBeside(workflow, context).flatMap(({ file, text }) => {
    if (![...names].some((name) => text.includes(name) || file.endsWith(name))) return [];
    const [root] = parseDocument(file, 'yaml', text).roots;
    const other = root && workflowOf(root);
    return other && names.has(other.name ?? file) ? [other] : [];
  });
  if (found.length < names.size || names.size === 0) return 'maybe';
  return found.some(readsOutsiders) ? 'yes' : 'no';
}

/** Whether an event starts a workflow that carries a text of outsiders, whoever causes it. */
export const readsOutsiders = ({ events }: Workflow): boolean =>
  events.some(({ name }) => name === 'pull_request' || outsideTypes(name) !== undefined);

/** The other workflows of the repository. */
export const workflowsBeside = (workflow: Workflow, context: ReadContext): { file: string; text: string }[] =>
  filesOf(`${folderOf(workflow)}.github/workflows/`, /\.ya?ml$/, context).filter(
    ({ file }) => file !== workflow.file,
  );
