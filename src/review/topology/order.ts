import { addTo } from '../../model/grouped.js';

/** Joins two boxes. */
export interface Link {
  from: string;
  to: string;
}

/** What a link does in the order of the layers: leads on, leads back, or joins two boxes of one layer. */
export type Course = 'on' | 'back' | 'aside';

/**
 * The course of each link. Where boxes reach each other, none comes first by itself: there the box that is entered, else
 * the one with most links, leads, and the others follow in the steps that they are away from it. All other links lead on.
 */
export function coursesOf(ids: readonly string[], links: readonly Link[]): Course[] {
  const groupOf = groupsOf(ids, links);
  const within = (link: Link) => link.from !== link.to && groupOf.get(link.from) === groupOf.get(link.to);
  const inside = links.filter(within);
  if (inside.length === 0) return links.map(() => 'on');
  const next = new Map<string, string[]>();
  const degree = new Map<string, number>();
  for (const { from, to } of inside) {
    addTo(next, from, to);
    for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  }
  const entered = new Set(links.filter((link) => !within(link)).map(({ to }) => to));
  const leads = new Map<number, string>();
  for (const id of ids) {
    const group = groupOf.get(id) ?? -1;
    const lead = leads.get(group);
    const isBetter =
      lead === undefined ||
      Number(entered.has(id)) > Number(entered.has(lead)) ||
      (entered.has(id) === entered.has(lead) && (degree.get(id) ?? 0) > (degree.get(lead) ?? 0));
    if (isBetter) leads.set(group, id);
  }
  const steps = new Map<string, number>([...leads.values()].map((id) => [id, 0]));
  for (const [id, step] of steps)
    for (const to of next.get(id) ?? []) if (!steps.has(to)) steps.set(to, step + 1);
  return links.map((link): Course => {
    if (!within(link)) return 'on';
    const apart = (steps.get(link.to) ?? 0) - (steps.get(link.from) ?? 0);
    return apart > 0 ? 'on' : apart < 0 ? 'back' : 'aside';
  });
}

/** The group of each box: those that reach each other share one. Linear, and without recursion. */
function groupsOf(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const [out, back] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const { from, to } of links) {
    addTo(out, from, to);
    addTo(back, to, from);
  }
  const finished: string[] = [];
  const seen = new Set<string>();
  for (const id of ids) visit(id, out, seen, (one) => finished.push(one));
  const groups = new Map<string, number>();
  const grouped = new Set<string>();
  for (const [group, id] of finished.reverse().entries())
    visit(id, back, grouped, (one) => groups.set(one, group));
  return groups;
}

/** Walks from a box over links that are not walked yet, and says when a box is done. */
function visit(
  from: string,
  next: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
  done: (id: string) => void,
): void {
  if (seen.has(from)) return;
  seen.add(from);
  const way: { id: string; at: number }[] = [{ id: from, at: 0 }];
  for (let top = way.at(-1); top; top = way.at(-1)) {
    const to = next.get(top.id)?.[top.at];
    top.at += 1;
    if (to === undefined) {
      done(top.id);
      way.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      way.push({ id: to, at: 0 });
    }
  }
}
