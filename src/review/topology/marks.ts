import type { Row } from './graph.js';
import { element, tag } from './svg.js';

/** The shape of an effect around its centre. Shape, colour and the word beside it each identify the effect. */
export function effectShape(effect: Row['effect'], x: number, y: number): string {
  const points = (...pairs: [number, number][]) => pairs.map(([dx, dy]) => `${x + dx},${y + dy}`).join(' ');
  const className = `mark ${effect}`;
  switch (effect) {
    case 'read':
      return element('circle', { class: className, cx: x, cy: y, r: 4.5 });
    case 'change':
      return element('polygon', { class: className, points: points([0, -5], [5, 4], [-5, 4]) });
    case 'destructive':
      return element('polygon', { class: className, points: points([0, -6], [6, 0], [0, 6], [-6, 0]) });
    case 'outward':
      return element('polygon', {
        class: className,
        points: points([-5, -4], [1, -4], [6, 0], [1, 4], [-5, 4]),
      });
    default:
      return element('rect', { class: className, x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
  }
}

/** Room that a gate takes on the right of its box. */
export const GATE_ROOM = 46;

/** The way of an act out of its box to what it changes, a bar: through a person, past nobody, or past an unknown gate. */
export function gateMark(gate: Row['gate'], x: number, y: number): string[] {
  if (gate === 'none') return [];
  const end = x + GATE_ROOM - 6;
  const way = [
    element('line', { class: `way ${gate}`, x1: x, y1: y, x2: end - 6, y2: y }),
    element('polygon', {
      class: `way-end ${gate}`,
      points: `${end},${y} ${end - 7},${y - 4} ${end - 7},${y + 4}`,
    }),
    element('line', { class: 'way-target', x1: end + 1, y1: y - 7, x2: end + 1, y2: y + 7 }),
  ];
  if (gate === 'ungated') return way;
  const cx = x + 17;
  const ring = element('circle', { class: `gate ${gate}`, cx, cy: y, r: 9 });
  if (gate === 'unknown')
    return [
      ...way,
      ring,
      element('text', { class: 'gate-sign', x: cx, y: y + 4, 'text-anchor': 'middle' }, '?'),
    ];
  return [
    ...way,
    ring,
    element('circle', { class: 'person', cx, cy: y - 2.6, r: 2.4 }),
    `${tag('path', { class: 'person', d: `M${cx - 4.4} ${y + 5.2}a4.4 4.4 0 0 1 8.8 0z` })}</path>`,
  ];
}

/** Words for the gate of a row. */
export const GATE_TEXT: Readonly<Record<Row['gate'], string>> = {
  gated: 'a person approves',
  claimed: 'claimed: a person approves',
  ungated: 'no gate',
  unknown: 'gate not known',
  none: 'no gate required',
};
