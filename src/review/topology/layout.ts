import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import { type Course, coursesOf, type Link } from './order.js';

/** A box to place, with the room that it takes. */
export interface Sized {
  id: string;
  width: number;
  height: number;
  /** Boxes of one region stand together in one area. */
  region?: string;
}

/** Left to right, or top to bottom. */
export type Direction = 'LR' | 'TB';

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  direction: Direction;
  width: number;
  height: number;
  /** Upper left corners. */
  corners: Map<string, Point>;
  /** Points on the way of each link, in its direction, without its ends. */
  ways: Point[][];
  courses: Course[];
  /** Where the boxes of each region are. */
  areas: Area[];
}

/** A region with the room that its boxes take. */
export interface Area extends Point {
  region: string;
  width: number;
  height: number;
}

const GAP = { LR: { nodesep: 26, ranksep: 84 }, TB: { nodesep: 36, ranksep: 64 } } as const;

/**
 * Places boxes in layers along the links, by dagre. The same input has the same layout. `between`: the room between
 * layers.
 */
export function layered(
  boxes: readonly Sized[],
  links: readonly Link[],
  direction: Direction,
  between: number = GAP[direction].ranksep,
): Layout {
  const regions = [...new Set(boxes.flatMap(({ region }) => region ?? []))];
  const graph = new DagreGraph({ multigraph: true, compound: regions.length > 0 });
  const courses = coursesOf(
    boxes.map(({ id }) => id),
    links,
  );
  // Links that join boxes of one layer bow out before it.
  const lead = courses.includes('aside') ? BOW : 0;
  // The borders of regions are layers of their own: half of the room stands above a box, where the region's name is.
  const least = direction === 'TB' ? 2 * NAME_OF_AREA : 36;
  const ranksep = (regions.length > 0 ? Math.max(least, between / 2) : between) + lead;
  const gap = { ...GAP[direction], ranksep };
  graph.setGraph({ rankdir: direction, marginx: 0, marginy: 0, ...gap });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const region of regions) graph.setNode(areaId(region), {});
  for (const { id, width, height, region } of boxes) {
    graph.setNode(id, { width, height });
    if (region !== undefined) graph.setParent(id, areaId(region));
  }
  /** The ends of a link in the order of the layers; none where it joins boxes of one layer, or a box with itself. */
  const ends = links.map(({ from, to }, at): Link | undefined => {
    if (from === to || courses[at] === 'aside') return undefined;
    return courses[at] === 'back' ? { from: to, to: from } : { from, to };
  });
  for (const [at, link] of ends.entries()) if (link) graph.setEdge(link.from, link.to, {}, String(at));
  layout(graph);
  const moved = ({ x, y }: Point): Point =>
    direction === 'LR' ? { x: round(x + lead), y: round(y) } : { x: round(x), y: round(y + lead) };
  const corners = new Map<string, Point>();
  let [width, height] = [0, 0];
  for (const box of boxes) {
    const { x = 0, y = 0 } = graph.node(box.id) as Partial<Point>;
    const corner = moved({ x: x - box.width / 2, y: y - box.height / 2 });
    corners.set(box.id, corner);
    width = Math.max(width, corner.x + box.width);
    height = Math.max(height, corner.y + box.height);
  }
  const ways = ends.map((link, at): Point[] => {
    if (!link) return [];
    const { points = [] } = graph.edge(link.from, link.to, String(at)) as { points?: Point[] };
    const way = points.slice(1, -1).map(moved);
    return courses[at] === 'back' ? way.reverse() : way;
  });
  for (const point of ways.flat()) {
    width = Math.max(width, point.x + 8);
    height = Math.max(height, point.y + 8);
  }
  const areas = regions.map((region): Area => {
    const area = graph.node(areaId(region)) as { x: number; y: number; width: number; height: number };
    const corner = moved({ x: area.x - area.width / 2, y: area.y - area.height / 2 });
    const [across, down] = [round(area.width), round(area.height)];
    width = Math.max(width, corner.x + across);
    height = Math.max(height, corner.y + down);
    return { region, ...corner, width: across, height: down };
  });
  return { direction, width, height, corners, ways, courses, areas };
}

/** The height of the name of a region. */
const NAME_OF_AREA = 24;

/** No box has such an id. */
const areaId = (region: string) => `area ${region}`;

/** How far a link bows out that joins two boxes of one layer. */
export const BOW = 40;

/** Coordinates with one digit: enough for the eye, and the same bytes on every machine. */
const round = (value: number) => Math.round(value * 10) / 10;
