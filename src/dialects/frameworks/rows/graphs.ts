import type { CodeSyntaxNode } from '../../../program/index.js';
import { keptForBoth } from '../../../model/once.js';
import { type Framework, textOf } from '../framework.js';
import type { GraphWords } from '../graphs.js';
import { keyIn, methodOf, RECEIVER, type Rows, type StatedRow } from './catalogue.js';
import { gives, rowsAt, type Thing, thingAt, valueIn } from './things.js';
import type { Role } from './row.js';

/** What rows say of graphs; undefined where none begins one. */
export function graphWordsAt(node: CodeSyntaxNode, framework: Framework): GraphWords | undefined {
  const rows = rowsAt(node, framework);
  return rows.giving('builder').length === 0 ? undefined : graphWords(rows, framework);
}

const graphWords = keptForBoth((rows: Rows, framework: Framework): GraphWords => {
  const keyOf = (one: StatedRow, role: Role) => keyIn([one], role);
  const has = (role: Role) => (one: StatedRow) => keyOf(one, role) !== undefined;
  const methodsOf = (all: readonly StatedRow[]) => all.flatMap(({ api }) => methodOf(api) || []);
  const edges = rows.giving('edge');
  return {
    framework,
    isBuilder: (name) => rows.rowOf(name)?.row.gives === 'builder',
    nodes: methodsOf(rows.giving('node')),
    edges: methodsOf(edges.filter((one) => !has('pick')(one))),
    choices: methodsOf(edges.filter(has('pick'))),
    jumps: new Map(
      edges.filter(({ api }) => methodOf(api) === '').map((one) => [one.api, keyOf(one, 'to') ?? '']),
    ),
    binds: methodsOf(rows.giving('unread').filter(has('tools'))),
    toolsOf(node) {
      const thing: Thing | undefined = thingAt(node, framework);
      const given = gives(thing, 'toolset') ? thing.facts : [];
      return given.find(({ role, arg }) => role === 'tools' && arg.key !== RECEIVER)?.value;
    },
    nameOf(node) {
      const thing = thingAt(node, framework);
      return gives(thing, 'toolset')
        ? (textOf(valueIn(thing, 'name')) ?? thing.stated.row.nodes?.tools)
        : undefined;
    },
  };
});
