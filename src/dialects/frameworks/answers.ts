import type { Sink } from '../../program/index.js';
import { methodOf, type Rows, type StatedRow } from './rows/catalogue.js';
import type { AnswerSink, FrameworkRows } from './rows/row.js';

/** The names of requests and their answers in every language: code in another language may handle the request. */
export interface AnswerNames {
  /** Methods that approve a request. */
  readonly approvals: ReadonlySet<string>;
  /** Other places where a program approves. */
  readonly sinks: ReadonlyMap<Sink, AnswerSink>;
  /** Members and methods of a result that return the requests. */
  readonly requests: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  /** Members of a state that say what waits. */
  readonly waiting: ReadonlySet<string>;
  /** Names of which a program uses one that handles requests. */
  readonly reading: ReadonlySet<string>;
  /** Texts that a request is recognised by. */
  readonly signs: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  /** Options of an approval by which it counts for later calls. */
  readonly kept: ReadonlySet<string>;
  readonly listeners: ReadonlySet<string>;
  /** Calls that take a function which requests are passed to. */
  readonly handlers: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly wrapped: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

type Requests = NonNullable<FrameworkRows['requests']>;

/** The members of `requests` that are names. */
type Named = {
  [K in keyof Requests]-?: NonNullable<Requests[K]> extends readonly string[] ? K : never;
}[keyof Requests];

/** The names in the rows of all languages. */
export function answerNames(all: readonly Rows[]): AnswerNames {
  const requests = all.flatMap(({ stated }) => stated.requests ?? []);
  const named = (...keys: readonly Named[]): ReadonlySet<string> =>
    new Set(requests.flatMap((one) => keys.flatMap((key) => one[key] ?? [])));
  const approvals = new Set(all.flatMap(approvalsOf));
  const items = requests.flatMap((one) => one.items ?? [...one.events, ...(one.handled ?? [])]);
  return {
    approvals,
    sinks: new Map(
      [...new Map(all.flatMap(sinksOf).map((one) => [JSON.stringify(one), one])).values()].map((one) => [
        sinkOf(one),
        one,
      ]),
    ),
    requests: named('members', 'methods'),
    states: named('states'),
    waiting: named('waiting'),
    reading: new Set([...approvals, ...named('members', 'methods'), ...items]),
    signs: new Set([...named('events'), ...items]),
    events: named('events'),
    kept: new Set(all.flatMap((rows) => rows.giving('answer').flatMap(({ args }) => keptBy(args)))),
    listeners: named('listeners'),
    handlers: new Set(all.flatMap(answering).map(({ api }) => api)),
    names: named('names'),
    wrapped: named('wrapped'),
    kinds: named('kinds'),
  };
}

const keptBy = (args: StatedRow['args']): string[] =>
  args.flatMap(({ role, key }) => (role === 'keeps' ? [key] : []));

const calledIn = ({ api }: StatedRow): string => methodOf(api) || api;

/** Methods that approve a request, whatever else they are given. */
export const approvalsOf = (rows: Rows): string[] =>
  rows
    .giving('answer')
    .filter(({ args }) => args.every(({ role }) => role === 'keeps'))
    .map(calledIn);

/** Parts of agents that requests are passed to. */
const answering = (rows: Rows): StatedRow[] =>
  rows.giving('part').filter((one) => [...one.args, ...one.hooks].some(({ role }) => role === 'answers'));

/** How a program comes to read requests, where it is not by a method that approves. */
export function remedyOf(rows: Rows): string | undefined {
  const { remedy } = rows.stated.requests ?? {};
  const also = new Set(answering(rows).flatMap(({ row }) => row.remedy?.answer ?? []));
  return remedy && `${[remedy.replace(/\.$/, ''), ...also].join('; ')}.`;
}

/** What a program reads of a result to see its requests. */
export function readOf({ stated: { requests } }: Rows): string | undefined {
  const { members = [], methods = [], events = [] } = requests ?? {};
  return [...members, ...methods.map((one) => `${one}()`), ...events][0];
}

/** The places where a program approves, without the calls that approve whatever they are given. */
const sinksOf = (rows: Rows): AnswerSink[] => [
  ...[...rows.giving('answer'), ...rows.giving('edge'), ...rows.giving('run')].flatMap((answer) =>
    answer.args.flatMap(({ role, key, place, value, mode }) =>
      role === 'answers' && value !== undefined
        ? [key || undefined, place].flatMap((argument) =>
            argument === undefined
              ? []
              : [
                  {
                    call: calledIn(answer),
                    argument,
                    value,
                    ...(mode === 'by-node' && { pauses: true as const }),
                  },
                ],
          )
        : [],
    ),
  ),
  ...(rows.stated.requests?.sets ?? []).map((set) => ({ set, value: true })),
  ...(rows.stated.answers ?? []),
];

/** Each key of a member, each object in a list. */
const EACH = '[]';

function sinkOf({ call, argument = 0, set, returned, value }: AnswerSink): Sink {
  if (returned !== undefined) return { kind: 'return', option: returned, value };
  if (set === undefined) {
    const isEach = typeof argument === 'string' && argument.endsWith(EACH);
    const name = isEach ? argument.slice(0, -EACH.length) : argument;
    return { kind: 'call', name: call ?? '', argument: name, ...(isEach ? { isEach } : {}), value };
  }
  const isKeyed = set.endsWith(EACH);
  return { kind: 'set', member: isKeyed ? set.slice(0, -EACH.length) : set, isKeyed, value };
}
