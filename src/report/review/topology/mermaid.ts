import type { Box, Graph } from './graph.js';
import { GATE_TEXT } from './marks.js';
import { shortened } from './svg.js';

/** Mermaid draws no text beyond 50,000 characters and 500 arrows by default; the tables below say all of it. */
const MOST_TEXT = 40_000;
const MOST_ARROWS = 450;
const LONGEST_LABEL = 60;

const SHAPES: Readonly<Record<Box['kind'], [open: string, close: string]>> = {
  agent: ['[', ']'],
  server: ['[(', ')]'],
  missing: ['([', '])'],
  subagents: ['[[', ']]'],
};

const LINES = { handoff: '-->|hands off|', delegation: '-.->|delegates|', server: '---|uses|' } as const;

/** A system as a Mermaid flowchart: boxes with their tools, where the text is not too long for that. */
export function mermaidLines(graph: Graph): string[] {
  const full = chart(graph, true);
  return full.join('\n').length <= MOST_TEXT ? full : chart(graph, false);
}

function chart({ file, boxes, arrows }: Graph, withRows: boolean): string[] {
  const nodes = boxes.map((box) => {
    const [open, close] = SHAPES[box.kind];
    const rows = withRows
      ? box.rows.map(
          ({ name, word, gate }) => `${label(name)}: ${word}${gate === 'none' ? '' : `, ${GATE_TEXT[gate]}`}`,
        )
      : [];
    const notes = withRows ? box.notes.map(({ text }) => label(text)) : [];
    return `    ${box.id}${open}"${[label(box.name), label(box.about), ...rows, ...notes].join('<br/>')}"${close}`;
  });
  const drawn = arrows.slice(0, MOST_ARROWS).map(({ from, to, kind }) => `    ${from} ${LINES[kind]} ${to}`);
  const flow = boxes.filter(({ toxic, rows }) => toxic || rows.some((row) => row.toxic)).map(({ id }) => id);
  return [
    'flowchart LR',
    `  subgraph system["${label(file)}"]`,
    ...nodes,
    ...drawn,
    '  end',
    ...(flow.length > 0
      ? ['  classDef toxic stroke:#b42318,stroke-width:3px', `  class ${flow.join(',')} toxic`]
      : []),
  ];
}

/** A quoted label: what Mermaid would read as markup becomes its character codes. */
function label(text: string): string {
  return shortened(text, LONGEST_LABEL).replace(/["#&<>`\\;]/g, (found) => `#${found.charCodeAt(0)};`);
}
