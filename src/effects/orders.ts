import facts from './orders.json' with { type: 'json' };

/** What a description orders the model to do beside the tool. */
export interface Order {
  /** Behind "orders the model": `to read credentials`. */
  does: string;
  start: number;
  end: number;
}

const ORDERS = facts.orders.map(({ pattern, does }) => ({ pattern: new RegExp(pattern, 'i'), does }));
const TOOL_OF_SERVER = /\bmcp__([\w-]{1,60}?)__[\w-]{1,60}/;
const LONGEST = 20_000;

/** What the description of a tool orders; undefined where nothing. `server`: the one that the tool is of. */
export function orderIn(description: string, server: string | undefined): Order | undefined {
  const text = description.slice(0, LONGEST);
  for (const { pattern, does } of ORDERS) {
    const found = pattern.exec(text);
    if (found) return { does, start: found.index, end: found.index + found[0].length };
  }
  const other = TOOL_OF_SERVER.exec(text);
  if (!other || other[1] === server) return undefined;
  return { does: 'to call a tool of another server', start: other.index, end: other.index + other[0].length };
}
