import { groupedBy } from '../../model/grouped.js';
import { count, displayWidth, series } from '../../report/shared/text.js';
import { type Arrow, type Box, type Graph, REGION_WORDS, type Region } from './graph.js';
import { type Area, BOW, type Direction, type Layout, layered, type Point, type Sized } from './layout.js';
import { effectShape, GATE_ROOM, GATE_TEXT, gateMark } from './marks.js';
import type { Link } from './order.js';
import { element, fitted, shortened, tag, textWidth } from './svg.js';

const ROW = 24;
const HEAD = 46;
const NOTE = 18;
const MARGIN = 18;
/** Pixels of a column of the fixed-width letters of rows. */
const MONO = 7.3;

const nameWidth = (text: string) => textWidth(text, 14, 'bold');
const smallWidth = (text: string) => textWidth(text, 12, 'regular');
const fittedName = (text: string, room: number) => fitted(text, room, 14, 'bold');
const fittedSmall = (text: string, room: number) => fitted(text, room, 12, 'regular');

const WIDEST = 380;
const NARROWEST = 232;

/** What fits a page: a picture that is larger shows boxes without rows, and each box in full below it. */
const PAGE = { width: 1180, height: 1500 };
const MOST_BOXES = 16;

/** A picture of a system; where it has many boxes, an overview and each box on its own. */
export interface Picture {
  svg: string[];
  /** Each box in full, where the overview leaves out rows. */
  boxes: string[][];
  /** The whole picture, where the page has an overview: what a file of its own holds. */
  whole: string[];
}

/** Which boxes lead to a place of the page; left out: none. */
export type IsPlace = (id: string) => boolean;

/** Draws a system. `id` makes the ids of its title and description. */
export function drawSystem(graph: Graph, id: string, isPlace: IsPlace = () => false): Picture {
  const page = linkedGraph(graph, isPlace);
  const full = fullPicture(page);
  if (full) return { svg: framed(page, full, id), boxes: [], whole: [] };
  return {
    svg: framed(page, overview(page), id),
    boxes: graph.boxes
      .filter(({ kind }) => kind !== 'outside')
      .map((box, at) => loneBox(graph, box, `${id}-b${at}`)),
    whole: wholePicture(graph, id),
  };
}

/** A link is a stop for the keyboard: only boxes with arrows, which stand out there, have one. */
function linkedGraph({ boxes, ...graph }: Graph, isPlace: IsPlace): Graph {
  const ends = new Set(graph.arrows.flatMap(({ from, to }) => [from, to]));
  return {
    ...graph,
    boxes: boxes.map(({ link, ...box }) =>
      link !== undefined && ends.has(box.id) && isPlace(link) ? { ...box, link } : box,
    ),
  };
}

/** Drawn parts with the room that they take. */
interface Drawn {
  width: number;
  height: number;
  lines: string[];
}

const bodyOf = ({ rows, notes }: Box) => rows.length * ROW + notes.length * NOTE;
const heightOf = (box: Box) => HEAD + bodyOf(box) + (bodyOf(box) > 0 ? 10 : 0);

/** The width that all boxes of a picture have. */
function widthOf(boxes: readonly Box[]): number {
  const needed = boxes.flatMap((box) => [
    28 + nameWidth(box.name),
    28 + smallWidth(box.about),
    ...box.rows.map(({ name, word }) => 34 + displayWidth(name) * MONO + 18 + smallWidth(word) + 12),
    ...box.notes.map(({ text }) => 28 + smallWidth(text)),
  ]);
  return Math.round(needed.reduce((most, one) => Math.max(most, Math.min(one + 10, WIDEST)), NARROWEST));
}

function fullPicture(graph: Graph): Drawn | undefined {
  if (graph.boxes.length > MOST_BOXES) return undefined;
  const sized = sizedBoxes(graph.boxes);
  const fits = ({ width, height }: Layout) => width <= PAGE.width && height <= PAGE.height;
  const placed = layouts(sized, linksOf(graph)).find(fits);
  return placed && drawnBoxes(graph, sized, placed);
}

/** All boxes with all rows, of any size. */
function wholePicture({ boxes, ...graph }: Graph, id: string): string[] {
  const bare = { ...graph, boxes: boxes.map(({ link: _, ...box }) => box) };
  const sized = sizedBoxes(bare.boxes);
  const [placed] = layouts(sized, linksOf(bare));
  return placed ? framed(bare, drawnBoxes(bare, sized, placed), id) : [];
}

/** From left to right, then from top to bottom. */
const layouts = (sized: readonly Sized[], links: readonly Link[], between?: number): Layout[] =>
  (['LR', 'TB'] as const).map((direction) => layered(sized, links, direction, between));

function sizedBoxes(boxes: readonly Box[]): Sized[] {
  const width = widthOf(boxes) + GATE_ROOM;
  return boxes.map((box) => ({ id: box.id, width, height: heightOf(box), ...regionOf(box) }));
}

const regionOf = ({ region }: Pick<Box, 'region'>) => (region === undefined ? {} : { region });

/** The arrows, and what leads from the first box to those without arrows, so that these stand behind it. */
function linksOf({ boxes, arrows }: Pick<Graph, 'boxes' | 'arrows'>): Link[] {
  const outside = boxes.filter(({ kind }) => kind === 'outside');
  const [first] = boxes;
  return [...arrows, ...(first ? outside.map(({ id }) => ({ from: first.id, to: id })) : [])];
}

function drawnBoxes({ boxes, arrows }: Graph, sized: readonly Sized[], placed: Layout): Drawn {
  const width = widthOf(boxes);
  const nodes = new Map(boxes.map(({ id }, at) => [id, at]));
  const lines = [
    ...areaLines(placed.areas),
    ...arrowLines(placed, sized, arrows, nodes, width),
    ...boxes.flatMap((box, at) => boxLines(box, placed.corners.get(box.id) ?? { x: 0, y: 0 }, width, at)),
  ];
  return { width: placed.width, height: placed.height, lines };
}

/** The trust boundaries: what one party runs stands in one area. */
const areaLines = (areas: readonly Area[]): string[] =>
  areas.flatMap(({ region, x, y, width, height }) => [
    element('rect', { class: `area ${region}`, x, y, width, height, rx: 12 }),
    element(
      'text',
      { class: `area-name ${region}`, x: x + 12, y: y + 17 },
      fittedSmall(REGION_WORDS[region as Region], width - 20),
    ),
  ]);

const CARD = { width: 206, height: 52 };

/** Agents whose arrows lead to the same boxes stand together in one frame: one arrow is followed in place of many. */
interface Cluster {
  id: string;
  boxes: Box[];
  columns: number;
}

const LEAST_TOGETHER = 4;

function overview(graph: Graph): Drawn {
  const clusters = clustersOf(graph);
  const clusterOf = new Map(clusters.flatMap((one) => one.boxes.map(({ id }) => [id, one] as const)));
  const idOf = (id: string) => clusterOf.get(id)?.id ?? id;
  const sized = clusters.map(({ id, boxes, columns }): Sized => {
    const region = regionOf(boxes[0] ?? {});
    if (boxes.length === 1) return { id, ...CARD, ...region };
    const rows = Math.ceil(boxes.length / columns);
    return { id, width: columns * (CARD.width + 12) + 12, height: rows * (CARD.height + 10) + 36, ...region };
  });
  const links = new Map<
    string,
    { from: string; to: string; kind: Arrow['kind']; toxic: boolean; texts: string[] }
  >();
  for (const { from, to, kind, toxic, text } of graph.arrows) {
    const [a, b] = [idOf(from), idOf(to)];
    const key = `${a}\n${b}\n${kind}`;
    const link = links.get(key) ?? { from: a, to: b, kind, toxic: false, texts: [] };
    link.toxic ||= toxic;
    link.texts.push(text);
    links.set(key, link);
  }
  const arrows = [...links.values()].map(({ texts, ...one }): Arrow => ({ ...one, text: texts.join(', ') }));
  const entered = linksOf(graph).slice(graph.arrows.length);
  const behind = entered.map(({ from, to }): Link => ({ from: idOf(from), to: idOf(to) }));
  const [across, down] = layouts(sized, [...arrows, ...behind], 64);
  const placed = across && down && roomOf(down) < roomOf(across) ? down : across;
  if (!placed) return { width: 0, height: 0, lines: [] };
  const nodes = new Map(clusters.map(({ id }, at) => [id, at]));
  const lines = [
    ...areaLines(placed.areas),
    ...arrowLines(placed, sized, arrows, nodes),
    ...clusters.flatMap((cluster, at) =>
      clusterLines(cluster, placed.corners.get(cluster.id) ?? { x: 0, y: 0 }, at),
    ),
  ];
  return { width: placed.width, height: placed.height, lines };
}

/** How much a reader scrolls: sideways is worse. */
const roomOf = ({ width, height }: Layout) => Math.max(0, width - PAGE.width) * 4 + height;

function clustersOf({ boxes, arrows }: Graph): Cluster[] {
  const arrowsOf = new Map<string, string[]>(boxes.map(({ id }) => [id, []]));
  for (const { from, to, kind } of arrows) {
    arrowsOf.get(from)?.push(`${kind} > ${to}`);
    arrowsOf.get(to)?.push(`${kind} < ${from}`);
  }
  const groups = groupedBy(
    boxes,
    ({ id, kind, region }) => `${kind} ${region} ${(arrowsOf.get(id) ?? []).sort().join(' ')}`,
  );
  return [...groups.values()].flatMap((group): Cluster[] => {
    const [first] = group;
    if (!first) return [];
    if (group.length < LEAST_TOGETHER) return group.map((box) => ({ id: box.id, boxes: [box], columns: 1 }));
    return [
      { id: `g${first.id}`, boxes: group, columns: Math.min(4, Math.ceil(Math.sqrt(group.length / 2))) },
    ];
  });
}

function clusterLines({ boxes, columns }: Cluster, { x, y }: Point, node: number): string[] {
  const [only] = boxes;
  if (only && boxes.length === 1) return cardLines(only, { x, y }, node);
  const rows = Math.ceil(boxes.length / columns);
  const [width, height] = [columns * (CARD.width + 12) + 12, rows * (CARD.height + 10) + 36];
  const what = only?.kind === 'server' ? 'MCP server' : 'agent';
  return [
    element('rect', { class: 'cluster', x, y, width, height, rx: 12 }),
    element(
      'text',
      { class: 'about', x: x + 14, y: y + 20 },
      `${count(boxes.length, what)} with the same arrows`,
    ),
    ...boxes.flatMap((box, at) =>
      cardLines(
        box,
        {
          x: x + 12 + (at % columns) * (CARD.width + 12),
          y: y + 30 + Math.floor(at / columns) * (CARD.height + 10),
        },
        node,
      ),
    ),
  ];
}

/** A box without its rows: its name, and how much it may do. */
function cardLines(box: Box, { x, y }: Point, node: number): string[] {
  const ungated = box.rows.filter(({ gate }) => gate === 'ungated').length;
  const about = aboutCard(box);
  const open = ungated > 0 ? `, ${ungated} without a gate` : '';
  return [
    ...opened(box, node),
    ...bodyLines(box, { x, y, ...CARD, rx: 9 }),
    ...(ungated > 0
      ? [element('rect', { class: 'no-gate', x, y, width: 5, height: CARD.height, rx: 2 })]
      : []),
    element('text', { class: 'name', x: x + 14, y: y + 22 }, fittedName(box.name, CARD.width - 24)),
    element(
      'text',
      { class: ungated > 0 ? 'about no-gate' : 'about', x: x + 14, y: y + 40 },
      fittedSmall(`${about}${open}`, CARD.width - 20),
    ),
    '</g>',
  ];
}

function aboutCard({ kind, about, rows, notes }: Box): string {
  if (kind === 'missing' || kind === 'subagents' || kind === 'outside') return about;
  const bad = notes.find((one) => one.bad);
  return rows.length === 0 && bad ? bad.text : count(rows.length, 'tool');
}

/** One box with all its rows, and where its arrows lead, as a picture of its own. */
function loneBox({ arrows }: Graph, box: Box, id: string): string[] {
  const width = Math.max(300, Math.min(WIDEST, widthOf([box])));
  const leading = arrows.filter(({ from }) => from === box.id);
  const height = heightOf(box) + leading.length * NOTE + (leading.length > 0 ? 8 : 0);
  const below = heightOf(box) + 8;
  const words = [box.about, ...box.rows.map(rowWords), ...box.notes.map(({ text }) => text)];
  return [
    ...svgStart(width + GATE_ROOM + 2, height + 2, id, box.name, `${series(words)}.`),
    ...boxLines({ ...box, link: undefined }, { x: 1, y: 1 }, width),
    ...leading.flatMap(({ text, kind }, at) => [
      '<g>',
      element('title', {}, text),
      element(
        'text',
        { class: 'about', x: 14, y: below + at * NOTE + 8 },
        fittedSmall(`${LEADS[kind]} ${text.slice(box.name.length + 4)}`, width),
      ),
      '</g>',
    ]),
    '</svg>',
  ];
}

const LEADS = { handoff: 'hands off to', delegation: 'delegates to', server: 'uses' } as const;

const rowWords = ({ name, word, gate, toxic }: Box['rows'][number]) =>
  `${name}: ${word}, ${GATE_TEXT[gate]}${toxic ? ', part of a toxic flow' : ''}`;

/** The start of a box; the arrows of `node` stand out while it is pointed at or has the focus. */
function opened({ kind, toxic, name }: Box, node?: number): string[] {
  const own = node === undefined ? '' : ` node n${node}`;
  return [tag('g', { class: `box ${kind}${toxic ? ' toxic' : ''}${own}` }), element('title', {}, name)];
}

/** The body of a box, which leads to its place: words within a link would have to be its name. */
function bodyLines({ name, link }: Box, at: Record<'x' | 'y' | 'width' | 'height' | 'rx', number>): string[] {
  const rect = element('rect', { class: 'body', ...at });
  return link === undefined ? [rect] : [tag('a', { href: `#${link}`, 'aria-label': name }), rect, '</a>'];
}

function boxLines(box: Box, { x, y }: Point, width: number, node?: number): string[] {
  const height = heightOf(box);
  const columns = (room: number, letter: number) => Math.floor(room / letter);
  let at = y + HEAD + 4;
  const rows = box.rows.flatMap((row) => {
    const middle = at + ROW / 2;
    at += ROW;
    const room = width - 34 - 18 - smallWidth(row.word) - 12;
    return [
      '<g>',
      element('title', {}, row.name),
      ...(row.toxic
        ? [
            element('rect', {
              class: 'toxic-row',
              x: x + 4,
              y: middle - ROW / 2 + 1,
              width: width - 8,
              height: ROW - 2,
              rx: 4,
            }),
            element('rect', { class: 'alarm', x: x + 4, y: middle - ROW / 2 + 1, width: 4, height: ROW - 2 }),
          ]
        : []),
      effectShape(row.effect, x + 20, middle),
      element('text', { class: 'tool', x: x + 34, y: middle + 4 }, shortened(row.name, columns(room, MONO))),
      element(
        'text',
        { class: `effect ${row.effect}`, x: x + width - 12, y: middle + 4, 'text-anchor': 'end' },
        row.word,
      ),
      ...gateMark(row.gate, x + width, middle),
      '</g>',
    ];
  });
  const notes = box.notes.map(({ text, bad }) => {
    at += NOTE;
    return element(
      'text',
      { class: bad ? 'about bad' : 'about', x: x + 14, y: at - 3 },
      fittedSmall(text, width - 28),
    );
  });
  return [
    ...opened(box, node),
    ...bodyLines(box, { x, y, width, height, rx: 10 }),
    ...(box.rows.length + box.notes.length > 0
      ? [element('line', { class: 'rule', x1: x, y1: y + HEAD, x2: x + width, y2: y + HEAD })]
      : []),
    element('text', { class: 'name', x: x + 14, y: y + 21 }, fittedName(box.name, width - 28)),
    element('text', { class: 'about', x: x + 14, y: y + 38 }, fittedSmall(box.about, width - 28)),
    ...rows,
    ...notes,
    '</g>',
  ];
}

/** Boxes of one layer, along the direction of reading. */
interface Band {
  middle: number;
  start: number;
  end: number;
}

/**
 * The arrows, drawn so that none crosses a box: straight through a layer, curved only between layers. An arrow back has
 * its ends beside those of arrows ahead. `inner`: the width of a box without the room of its gates.
 */
function arrowLines(
  { direction, corners, ways, courses }: Layout,
  sized: readonly Sized[],
  arrows: readonly Arrow[],
  nodes: ReadonlyMap<string, number>,
  inner?: number,
): string[] {
  const across = direction === 'LR';
  const spans = new Map(
    sized.map((one) => [one.id, spanOf(one, corners.get(one.id) ?? { x: 0, y: 0 }, direction, inner)]),
  );
  const bands: Band[] = [];
  for (const { start, end } of spans.values()) {
    const middle = (start + end) / 2;
    const band = bands.find((one) => Math.abs(one.middle - middle) < 2);
    if (!band) bands.push({ middle, start, end });
    else {
      band.start = Math.min(band.start, start);
      band.end = Math.max(band.end, end);
    }
  }
  // Curves end before the room of bows, which arrows cross straight.
  if (courses.includes('aside')) for (const band of bands) band.start -= BOW;
  return arrows.flatMap((arrow, at) => {
    const [from, to] = [spans.get(arrow.from), spans.get(arrow.to)];
    if (!from || !to) return [];
    const ends = [...new Set([arrow.from, arrow.to])].map((id) => ` e${nodes.get(id)}`).join('');
    const line = (steps: readonly Step[], isBack: boolean) => arrowLine(arrow, ends, steps, across, isBack);
    if (arrow.from === arrow.to) return line(selfWay(from), true);
    if (courses[at] === 'aside' && from.start === to.start) return line(bowWay(from, to), false);
    return line(wayOf(from, to, ways[at] ?? [], bands, across), to.start < from.start);
  });
}

/** A bow from box to box of one layer, before the layer. */
function bowWay(from: Span, to: Span): Step[] {
  const away = Math.min(BOW, 18 + Math.abs(from.ahead - to.ahead) / 16);
  return [
    { to: [from.start, from.back], curved: false },
    { to: [to.start, to.ahead], curved: true, by: from.start - away },
  ];
}

/** A box along the direction of reading (`start` to `end`), with the places where arrows leave and arrive. */
interface Span {
  start: number;
  end: number;
  /** Where the box itself ends: the room of its gates lies behind it. */
  leave: number;
  /** Where arrows ahead and arrows back touch it, across the direction. */
  ahead: number;
  back: number;
}

function spanOf({ width, height }: Sized, { x, y }: Point, direction: Direction, inner = width): Span {
  if (direction === 'LR') {
    const ahead = y + Math.min(20, height / 2 - 6);
    return { start: x, end: x + width, leave: x + inner, ahead, back: ahead + 14 };
  }
  return { start: y, end: y + height, leave: y + height, ahead: x + inner / 2, back: x + inner / 2 + 22 };
}

/** A step of an arrow; `by`: the place along the direction of reading that its curve bends at. */
type Step = { to: [along: number, aside: number]; curved: boolean; by?: number };

function wayOf(
  from: Span,
  to: Span,
  points: readonly Point[],
  bands: readonly Band[],
  across: boolean,
): Step[] {
  const isBack = to.start < from.start;
  const bandAt = (place: number) => bands.find(({ middle }) => Math.abs(middle - place) < 3);
  const bandOf = (span: Span) => bandAt((span.start + span.end) / 2);
  const aside = isBack ? from.back : from.ahead;
  const goal = isBack ? to.back : to.ahead;
  const near = (band: Band | undefined, span: Span) =>
    isBack ? (band?.start ?? span.start) : (band?.end ?? span.end);
  const far = (band: Band | undefined, span: Span) =>
    isBack ? (band?.end ?? span.end) : (band?.start ?? span.start);
  const steps: Step[] = [
    { to: [isBack ? from.start : from.leave, aside], curved: false },
    { to: [near(bandOf(from), from), aside], curved: false },
  ];
  for (const { x, y } of points) {
    const [along, side] = across ? [x, y] : [y, x];
    const band = bandAt(along);
    if (!band) continue;
    steps.push({ to: [isBack ? band.end : band.start, side], curved: true });
    steps.push({ to: [isBack ? band.start : band.end, side], curved: false });
  }
  steps.push({ to: [far(bandOf(to), to), goal], curved: true });
  steps.push({ to: [isBack ? to.leave : to.start, goal], curved: false });
  return steps;
}

/** A box that points at itself: a small bow at its end. */
function selfWay({ leave, ahead, back }: Span): Step[] {
  return [
    { to: [leave, ahead - 6], curved: false },
    { to: [leave + 26, ahead - 6], curved: false },
    { to: [leave + 26, back + 2], curved: false },
    { to: [leave, back + 2], curved: false },
  ];
}

function arrowLine(
  arrow: Arrow,
  ends: string,
  steps: readonly Step[],
  across: boolean,
  isBack: boolean,
): string[] {
  const at = ([along, aside]: [number, number]) =>
    across ? `${num(along)} ${num(aside)}` : `${num(aside)} ${num(along)}`;
  let path = '';
  let before: [number, number] | undefined;
  for (const { to, curved, by } of steps) {
    if (!before) path = `M${at(to)}`;
    else if (curved) {
      const middle = by ?? (before[0] + to[0]) / 2;
      path += `C${at([middle, before[1]])} ${at([middle, to[1]])} ${at(to)}`;
    } else if (before[0] !== to[0] || before[1] !== to[1]) path += `L${at(to)}`;
    before = to;
  }
  const [along, aside] = before ?? [0, 0];
  const back = isBack ? 1 : -1;
  const tip = [
    [along, aside],
    [along + back * 10, aside - 5],
    [along + back * 10, aside + 5],
  ] as [number, number][];
  const className = `arrow ${arrow.kind}${arrow.toxic ? ' toxic' : ''}${ends}`;
  return [
    tag('g', { class: className }),
    element('title', {}, arrow.text),
    `${tag('path', { class: 'line', d: path })}</path>`,
    arrow.kind === 'server'
      ? element('circle', {
          class: 'tip',
          [across ? 'cx' : 'cy']: num(along),
          [across ? 'cy' : 'cx']: num(aside),
          r: 4,
        })
      : element('polygon', { class: 'tip', points: tip.map((one) => at(one).replace(' ', ',')).join(' ') }),
    '</g>',
  ];
}

const num = (value: number) => String(Math.round(value * 10) / 10);

/** The picture in the frame of its system, with what surrounds every box. */
function framed(graph: Graph, drawn: Drawn, id: string): string[] {
  const width = Math.max(drawn.width + MARGIN * 2, 420);
  const rows = wrapped(graph.around, width - MARGIN * 2);
  const top = MARGIN + rows.length * 18 + 8;
  const height = top + drawn.height + MARGIN;
  const title = `Topology of ${graph.file}`;
  return [
    ...svgStart(
      width,
      height,
      id,
      title,
      describe(graph),
      graph.boxes.some(({ link }) => link !== undefined),
    ),
    element('rect', { class: 'frame', x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 14 }),
    ...rows.map((row, at) => element('text', { class: 'around', x: MARGIN, y: MARGIN + 10 + at * 18 }, row)),
    `<g transform="translate(${MARGIN} ${top})">`,
    ...drawn.lines,
    '</g>',
    '</svg>',
  ];
}

function wrapped(items: readonly string[], room: number): string[] {
  const rows: string[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    const shown = fittedSmall(item, room);
    const longer = `${last} · ${shown}`;
    if (last !== undefined && smallWidth(longer) <= room) rows[rows.length - 1] = longer;
    else rows.push(shown);
  }
  return rows;
}

/** What links stand in is no single image to a reader. */
function svgStart(
  width: number,
  height: number,
  id: string,
  title: string,
  description: string,
  hasLinks = false,
): string[] {
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  return [
    tag('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      width: w,
      height: h,
      viewBox: `0 0 ${w} ${h}`,
      role: hasLinks ? 'group' : 'img',
      'aria-labelledby': `${id}-t ${id}-d`,
    }),
    element('title', { id: `${id}-t` }, title),
    element('desc', { id: `${id}-d` }, description),
  ];
}

/** A picture in words; the tables behind it say all of it. */
function describe({ boxes, arrows, around }: Graph): string {
  const rows = boxes.flatMap((box) => box.rows);
  const ungated = rows.filter(({ gate }) => gate === 'ungated').length;
  const claimed = rows.filter(({ gate }) => gate === 'claimed').length;
  const parts = [
    count(boxes.filter(({ kind }) => kind === 'agent').length, 'agent'),
    count(boxes.filter(({ kind }) => kind === 'server').length, 'MCP server'),
    count(arrows.length, 'arrow'),
  ];
  const open = ungated > 0 ? `${count(ungated, 'act')} without a gate.` : 'No act without a gate is seen.';
  const trust = claimed > 0 ? ` ${count(claimed, 'gate')} only claimed.` : '';
  const regions = [...new Set(boxes.flatMap(({ region }) => region ?? []))].map((one) => REGION_WORDS[one]);
  const bounds = regions.length > 0 ? ` Trust boundaries: ${series(regions)}.` : '';
  return `${series(parts)}. ${open}${trust}${bounds} ${around.join('. ')}. The tables below say the same.`;
}
