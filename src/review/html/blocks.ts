import { textParts } from '../../model/index.js';
import { agentLink } from '../anchors.js';
import type { Block, Card, Cell, Heading, SystemPicture } from '../document.js';
import { ruleId } from '../ids.js';
import { drawSystem } from '../topology/draw.js';
import { REGION_WORDS, type Region } from '../topology/graph.js';
import { effectShape, GATE_TEXT, gateMark } from '../topology/marks.js';
import { element, escaped, tag } from '../topology/svg.js';
import { PICTURE_STYLE } from './style.js';

/** Items of a list in columns. */
const MANY = 12;

/** Names longer than this are shortened on screen; the page has all of it. */
const LONG = 90;

/** A page while it is written. */
export interface Page {
  /** Its places: what leads elsewhere is no link. */
  ids: ReadonlySet<string>;
  /** Places that are written: an id stands on a page once. */
  written: Set<string>;
}

/** Prose with code between backticks; ids of rules lead to their place. `page`: left out within a link. */
function inline(text: string, page?: Page): string {
  return textParts(text)
    .map((part) => (part.isCode ? codeOf(part.text, page) : prose(part.text, page)))
    .join('');
}

/** Text with a word that no line can take is shortened on screen. */
function prose(text: string, page: Page | undefined): string {
  if (text.length > 3 * LONG && LONG_WORD.test(text)) return `<span class="long">${escaped(text)}</span>`;
  if (page === undefined) return escaped(text);
  let html = '';
  let end = 0;
  for (const { 0: rule, index } of text.matchAll(RULE)) {
    if (!page.ids.has(ruleId(rule))) continue;
    html += escaped(text.slice(end, index)) + linkOf(ruleId(rule), escaped(rule));
    end = index + rule.length;
  }
  return html + escaped(text.slice(end));
}
const LONG_WORD = /\S{200}/;
const RULE = /(?<![\w/.-])[a-z]+\/[a-z-]+(?![\w/-]|\.\w)/g;

/** A name as code; that of a rule leads to its place. */
function codeOf(name: string, page?: Page): string {
  const html = `<code${name.length > LONG ? ' class="long"' : ''}>${escaped(name)}</code>`;
  return page && name.includes('/') && page.ids.has(ruleId(name)) ? linkOf(ruleId(name), html) : html;
}

const linkOf = (id: string, html: string): string => `<a href="#${id}">${html}</a>`;

/** The attribute of a place, once a page. */
function idOf(id: string | undefined, { written }: Page): string {
  if (id === undefined || written.has(id)) return '';
  written.add(id);
  return ` id="${escaped(id)}"`;
}

/** A cell within a line. `page`: left out within a link. */
function cellHtml(cell: Cell, page?: Page): string {
  if (typeof cell === 'string') return inline(cell, page);
  if ('code' in cell) return codeOf(cell.code, page);
  const within = (one: Cell) => cellHtml(one, page);
  if ('lines' in cell) return cell.lines.map((one) => `<span class="line">${within(one)}</span>`).join('');
  if ('words' in cell) return cell.words.map(within).join(' ');
  if ('parts' in cell) return cell.parts.map(within).join('');
  if ('anchor' in cell)
    return page ? `<span${idOf(cell.anchor, page)}>${within(cell.cell)}</span>` : cellHtml(cell.cell);
  if ('link' in cell)
    return page?.ids.has(cell.link) ? linkOf(cell.link, cellHtml(cell.cell)) : within(cell.cell);
  return `<span class="badge ${cell.mark}">${icon(cell.mark)}${escaped(cell.text)}</span>`;
}

const EFFECTS: ReadonlySet<string> = new Set(['read', 'change', 'destructive', 'outward', 'unknown']);

/** The shape of an effect beside its word; other marks have a word and a colour only. */
function icon(mark: string): string {
  if (!EFFECTS.has(mark)) return '';
  return `<svg class="shape" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">${effectShape(mark as 'read', 7, 7)}</svg>`;
}

/** A part of a section as HTML, one element a line. */
export function blockHtml(block: Block, page: Page): string[] {
  switch (block.kind) {
    case 'text':
      return [
        `<p${idOf(block.id, page)}${block.tone ? ` class="${block.tone}"` : ''}>${inline(block.text, page)}</p>`,
      ];
    case 'list':
      return [
        block.items.length > MANY ? '<ul class="many">' : '<ul>',
        ...block.items.map((item) => `<li>${cellHtml(item, page)}</li>`),
        '</ul>',
      ];
    case 'heading':
      return [headingHtml('h3', block, page)];
    case 'subheading':
      return [headingHtml('h4', block, page)];
    case 'table':
      return tableHtml(block, page);
    case 'cards':
      return ['<div class="cards">', ...block.cards.flatMap((card) => cardHtml(card, page)), '</div>'];
    case 'pictures':
      return [
        '<div class="pictures">',
        ...block.pictures.flatMap((picture, at) => pictureHtml(picture, at, page)),
        '</div>',
      ];
    case 'legend':
      return legendHtml();
    case 'filters':
      return filtersHtml(block);
    case 'finding':
      return findingHtml(block, page);
    case 'fold':
      return [
        '<details open>',
        `<summary>${inline(block.title)}</summary>`,
        ...block.blocks.flatMap((one) => blockHtml(one, page)),
        '</details>',
      ];
    case 'diff':
      return [`<pre class="diff">${block.lines.map(diffLine).join('\n')}</pre>`];
  }
}

function headingHtml(tag: 'h3' | 'h4', { text, code, id, link }: Heading, page: Page): string {
  const title = code ? codeOf(text) : inline(text);
  const words = link !== undefined && page.ids.has(link) ? linkOf(link, title) : title;
  return `<${tag}${idOf(id, page)}>${words}</${tag}>`;
}

function tableHtml({ caption, head, rows, named }: Extract<Block, { kind: 'table' }>, page: Page): string[] {
  const cells = (row: readonly Cell[]) =>
    row
      .map((cell, at) =>
        named && at === 0
          ? `<th scope="row">${cellHtml(cell, page)}</th>`
          : `<td>${cellHtml(cell, page)}</td>`,
      )
      .join('');
  return [
    `<div class="scroll" data-label="${escaped(caption)}">`,
    '<table>',
    `<caption>${inline(caption)}</caption>`,
    `<thead><tr>${head.map((one) => `<th scope="col">${inline(one)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((row) => `<tr>${cells(row)}</tr>`),
    '</tbody>',
    '</table>',
    '</div>',
  ];
}

function cardHtml({ title, tone, lead, terms = [], more, dense }: Card, page: Page): string[] {
  return [
    `<article class="card ${tone}${dense ? ' dense' : ''}">`,
    `<h3>${escaped(title)}</h3>`,
    ...lead.map((one) => `<p class="lead">${cellHtml(one, page)}</p>`),
    ...terms.map((one) => `<p class="term">${cellHtml(one, page)}</p>`),
    ...more.map((one) => `<p>${cellHtml(one, page)}</p>`),
    '</article>',
  ];
}

function pictureHtml({ graph, files }: SystemPicture, at: number, { ids }: Page): string[] {
  const { svg, boxes, whole } = drawSystem(graph, `t${at}`, (id) => ids.has(id));
  const label = escaped(`Topology of ${graph.file}`);
  return [
    `<figure class="topology">`,
    `<div class="scroll" data-label="${label}">`,
    ...svg,
    '</div>',
    `<figcaption>${files.map((file) => codeOf(file)).join(' ')}${whole.length > 0 ? ` ${fileLink(whole)}` : ''}</figcaption>`,
    '</figure>',
    ...(boxes.length > 0
      ? [
          '<div class="boxes topology">',
          ...boxes.flatMap((box) => ['<div class="box-in-full">', ...box, '</div>']),
          '</div>',
        ]
      : []),
  ];
}

/** A picture as a file of its own, with its style: a browser opens no data address in place of the page. */
function fileLink([start = '', ...rest]: readonly string[]): string {
  const file = [start, `<style>${PICTURE_STYLE}</style>`, ...rest].join('\n');
  const address = `data:image/svg+xml,${file.replace(/[%#\n]/g, encodeURIComponent)}`;
  return `<a class="file" download="topology.svg" href="${escaped(address)}">Open in full as SVG</a>`;
}

/** The legend: the meaning of shapes, marks and lines of a picture. */
function legendHtml(): string[] {
  const sample = (drawn: string[], width: number) =>
    `<svg width="${width}" height="22" viewBox="0 0 ${width} 22" aria-hidden="true">${drawn.join('')}</svg>`;
  const line = (kind: string, tip: string) => [
    `<g class="arrow ${kind}">`,
    `${tag('path', { class: 'line', d: 'M2 11L44 11' })}</path>`,
    tip,
    '</g>',
  ];
  const arrowTip = element('polygon', { class: 'tip', points: '48,11 38,6 38,16' });
  const dot = element('circle', { class: 'tip', cx: 44, cy: 11, r: 4 });
  const entries: [string, string][] = [
    ...(['read', 'change', 'destructive', 'outward', 'unknown'] as const).map((effect): [string, string] => [
      sample([effectShape(effect, 9, 11)], 18),
      effect,
    ]),
    ...(['gated', 'claimed', 'ungated', 'unknown'] as const).map((gate): [string, string] => [
      sample(gateMark(gate, 0, 11), 48),
      GATE_TEXT[gate],
    ]),
    [sample(line('handoff', arrowTip), 50), 'hands off'],
    [sample(line('delegation', arrowTip), 50), 'delegates'],
    [sample(line('server', dot), 50), 'uses an MCP server'],
    [
      sample(
        [
          element('rect', { class: 'toxic-row', x: 0, y: 2, width: 30, height: 18, rx: 4 }),
          element('rect', { class: 'alarm', x: 0, y: 2, width: 4, height: 18 }),
        ],
        32,
      ),
      'part of a toxic flow',
    ],
    ...(Object.keys(REGION_WORDS) as Region[]).map((region): [string, string] => [
      sample([element('rect', { class: `area ${region}`, x: 1, y: 2, width: 30, height: 18, rx: 4 })], 32),
      REGION_WORDS[region],
    ]),
  ];
  return [
    '<ul class="legend topology" aria-label="Legend">',
    ...entries.map(([drawn, words]) => `<li>${drawn}<span>${words}</span></li>`),
    '</ul>',
  ];
}

function filtersHtml({ rules, agents }: { rules: readonly string[]; agents: readonly string[] }): string[] {
  const options = (all: string, names: readonly string[]) =>
    [
      `<option value="">${all}</option>`,
      ...names.map((name) => `<option value="${escaped(name)}">${escaped(name)}</option>`),
    ].join('');
  return [
    '<form class="filters" hidden>',
    '<fieldset><legend>Severity</legend>',
    ...['error', 'warning', 'info'].map(
      (one) => `<label><input type="checkbox" name="severity" value="${one}" checked> ${one}</label>`,
    ),
    '</fieldset>',
    `<label>Rule <select name="rule">${options('All rules', rules)}</select></label>`,
    `<label>Agent <select name="agent">${options('All agents', agents)}</select></label>`,
    '<p role="status"></p>',
    '</form>',
  ];
}

function findingHtml(
  { id, finding, details, count, short }: Extract<Block, { kind: 'finding' }>,
  page: Page,
): string[] {
  const { severity, rule, file, range, message, agent, frame } = finding;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const shownAgent =
    agent === undefined ? '' : ` <span class="agent">agent ${cellHtml(agentLink(file, agent), page)}</span>`;
  return [
    `<article class="finding ${severity}"${idOf(id, page)} data-severity="${severity}" data-rule="${escaped(rule)}" data-agent="${escaped(agent ?? '')}"${count > 1 ? ` data-count="${count}"` : ''}>`,
    `<p class="head"><span class="badge ${severity}">${severity}</span> ${codeOf(rule, page)} <a class="place" href="#${escaped(id)}">${escaped(place)}</a>${shownAgent}</p>`,
    `<p class="message">${inline(message, page)}</p>`,
    '<div class="body">',
    ...(frame.length > 0 && !short
      ? [`<pre data-label="${escaped(`Lines at ${place}`)}">${frame.map(escaped).join('\n')}</pre>`]
      : []),
    '<dl>',
    ...details.map(([label, cell]) => `<div><dt>${label}</dt><dd>${cellHtml(cell, page)}</dd></div>`),
    '</dl>',
    '</div>',
    '</article>',
  ];
}

/** A line that went or came; its mark says so without colour. */
const diffLine = (line: string): string =>
  line.startsWith('+') ? `<ins>${escaped(line)}</ins>` : `<del>${escaped(line)}</del>`;
