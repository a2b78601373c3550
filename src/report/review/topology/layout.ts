import { Graph as DagreGraph, layout } from '@dagrejs/dagre';

/** A box to place, with the room that it takes. */
export interface Sized {
  id: string;
  width: number;
  height: number;
}

export interface Link {
  from: string;
  to: string;
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
  const graph = new DagreGraph({ multigraph: true });
  graph.setGraph({ rankdir: direction, marginx: 0, marginy: 0, ...GAP[direction], ranksep: between });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  // A box that points at itself is drawn without a way.
  for (const [at, { from, to }] of links.entries()) if (from !== to) graph.setEdge(from, to, {}, String(at));
  layout(graph);
  const corners = new Map<string, Point>();
  let [width, height] = [0, 0];
  for (const box of boxes) {
    const { x = 0, y = 0 } = graph.node(box.id) as Partial<Point>;
    const corner = { x: round(x - box.width / 2), y: round(y - box.height / 2) };
    corners.set(box.id, corner);
    width = Math.max(width, corner.x + box.width);
    height = Math.max(height, corner.y + box.height);
  }
  const ways = links.map(({ from, to }, at): Point[] => {
    if (from === to) return [];
    const { points = [] } = graph.edge(from, to, String(at)) as { points?: Point[] };
    return points.slice(1, -1).map(({ x, y }) => ({ x: round(x), y: round(y) }));
  });
  for (const point of ways.flat()) {
    width = Math.max(width, point.x + 8);
    height = Math.max(height, point.y + 8);
  }
  return { direction, width, height, corners, ways };
}

/** Coordinates with one digit: enough for the eye, and the same bytes on every machine. */
const round = (value: number) => Math.round(value * 10) / 10;
