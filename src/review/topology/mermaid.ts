import { addTo, groupedBy } from '../../model/grouped.js';
import { count } from '../../report/shared/text.js';
import { type Box, type Graph, REGION_WORDS, type Region, type Row } from './graph.js';
import { GATE_TEXT } from './marks.js';
import { shortened } from './svg.js';

/** Mermaid draws no text beyond 50,000 characters and 500 arrows by default; the tables below say all of it. */
const MOST_TEXT = 40_000;

/** How much of a graph a chart shows. */
interface Detail {
  withRows: boolean;
  mostArrows: number;
  longestLabel: number;
}

const FULL: Detail = { withRows: true, mostArrows: 450, longestLabel: 60 };
const UNBOUNDED: Detail = { withRows: true, mostArrows: Number.POSITIVE_INFINITY, longestLabel: 200 };

const SHAPES: Readonly<Record<Box['kind'], [open: string, close: string]>> = {
  agent: ['[', ']'],
  server: ['[(', ')]'],
  missing: ['([', '])'],
  subagents: ['[[', ']]'],
  outside: ['[/', '/]'],
};

const LINES = { handoff: '-->|hands off|', delegation: '-.->|delegates|', server: '---|uses|' } as const;

/** The gates of a box are nodes behind it; what is only claimed is dashed. */
const GATES = ['gated', 'claimed', 'ungated', 'unknown'] as const;
const GATE_LINES: Readonly<Record<(typeof GATES)[number], string>> = {
  gated: '-->',
  claimed: '-.->',
  ungated: '--x',
  unknown: '-.->',
};
const CLASSES: Readonly<Record<string, string>> = {
  toxic: 'stroke:#b42318,stroke-width:3px',
  gated: 'stroke:#1a6b3c',
  claimed: 'stroke:#1a6b3c,stroke-dasharray:5 4',
  ungated: 'stroke:#9b1a6a,stroke-width:2px',
  unknown: 'stroke:#8a5300,stroke-dasharray:2 2',
};

/** A system as a Mermaid flowchart: boxes with their tools, where the text is not too long for that. */
export function mermaidLines(graph: Graph): string[] {
  const full = chart([graph], FULL);
  return full.join('\n').length <= MOST_TEXT ? full : chart([graph], { ...FULL, withRows: false });
}

/** Every system with every box, tool and arrow, as one flowchart. */
export const mermaidOfAll = (graphs: readonly Graph[]): string[] => chart(graphs, UNBOUNDED);

function chart(graphs: readonly Graph[], detail: Detail): string[] {
  const classes = new Map<string, string[]>();
  const systems = graphs.flatMap((graph, at) => {
    const own = graphs.length > 1 ? `s${at}` : '';
    return systemChart(graph, own, detail, classes);
  });
  return [
    'flowchart LR',
    ...systems,
    ...[...classes].flatMap(([name, ids]) => [
      `  classDef ${name} ${CLASSES[name]}`,
      `  class ${ids.join(',')} ${name}`,
    ]),
  ];
}

/** `own`: begins the ids of its nodes. Adds the nodes of each class to `classes`. */
function systemChart(
  { file, boxes, arrows }: Graph,
  own: string,
  { withRows, mostArrows, longestLabel }: Detail,
  classes: Map<string, string[]>,
): string[] {
  const gates: string[] = [];
  const label = (text: string) => labelOf(text, longestLabel);
  const nodeOf = (box: Box): string => {
    const [open, close] = SHAPES[box.kind];
    const rows = withRows ? box.rows.map((row) => rowLabel(row, longestLabel)) : [];
    const notes = withRows ? box.notes.map(({ text }) => label(text)) : [];
    if (box.toxic || box.rows.some((row) => row.toxic)) addTo(classes, 'toxic', `${own}${box.id}`);
    for (const gate of GATES) {
      const many = box.rows.filter((row) => row.gate === gate).length;
      if (many === 0) continue;
      const id = `${own}${box.id}${gate}`;
      addTo(classes, gate, id);
      gates.push(
        `    ${own}${box.id} ${GATE_LINES[gate]} ${id}{{"${GATE_TEXT[gate]}<br/>${count(many, 'tool')}"}}`,
      );
    }
    return `${own}${box.id}${open}"${[label(box.name), label(box.about), ...rows, ...notes].join('<br/>')}"${close}`;
  };
  const regions = [...groupedBy(boxes, ({ region }) => region)].flatMap(([region, inside]) => {
    const nodes = inside.map(nodeOf);
    return region === undefined
      ? nodes.map((node) => `    ${node}`)
      : regionChart(`${own}in_${region}`, region, nodes);
  });
  return [
    `  subgraph ${own}system["${label(file)}"]`,
    ...regions,
    ...arrows
      .slice(0, mostArrows)
      .map(({ from, to, kind }) => `    ${own}${from} ${LINES[kind]} ${own}${to}`),
    ...gates,
    '  end',
  ];
}

const regionChart = (id: string, region: Region, nodes: readonly string[]): string[] => [
  `    subgraph ${id}["${REGION_WORDS[region]}"]`,
  ...nodes.map((node) => `      ${node}`),
  '    end',
];

const rowLabel = ({ name, word, gate }: Row, longest: number): string =>
  `${labelOf(name, longest)}: ${word}${gate === 'none' ? '' : `, ${GATE_TEXT[gate]}`}`;

/** A quoted label: what Mermaid would read as markup becomes its character codes. */
function labelOf(text: string, longest: number): string {
  return shortened(text, longest).replace(/["#&<>`\\;]/g, (found) => `#${found.charCodeAt(0)};`);
}
