import type { FrameworkProfile } from '../profile.js';
import { givesThing, methodOf, type Rows, type StatedArg, type StatedRow } from './catalogue.js';
import type { Role } from './row.js';

/**
 * The profile that the rows for one version amount to, for what still reads profiles: systems, answers, remedies. It goes
 * when these read facts.
 */
export function profileOfRows(rows: Rows): FrameworkProfile {
  const { stated, stores, trusting } = rows;
  const agents = rows.giving('agent');
  const runs = rows.giving('run');
  const answers = rows.giving('answer');
  const apis = (all: readonly StatedRow[]): string[] => all.map(({ api }) => api);
  const keyIn = (all: readonly StatedRow[], role: Role, is: (arg: StatedArg) => boolean = () => true) =>
    all.flatMap(({ args }) => args.filter((arg) => arg.role === role && is(arg)))[0]?.key;
  const keyed = (field: string, key: string | undefined) => (key === undefined ? {} : { [field]: key });
  const guard = (side: 'input' | 'output') => keyIn(agents, 'guard', (arg) => arg.side === side);
  const ofAgents = agents.flatMap(({ args }) => args);
  const bound = runs.flatMap(({ row }) => row.bound ?? [])[0];
  const { requests, remedies, assumed } = stated;
  const calledIn = ({ api }: StatedRow): string => methodOf(api) || api;
  const atOnce = apis(agents.filter(({ row }) => givesThing(row, 'run')));
  const dependsOn = (what: 'gates' | 'bounds') => assumed?.of.includes(what);
  return {
    ...stated,
    ...(assumed && {
      versions: [
        {
          below: assumed.since,
          ...(dependsOn('gates') && { tools: {} }),
          ...(dependsOn('bounds') && { runs: {} }),
        },
      ],
    }),
    agents: {
      constructors: apis(agents),
      ...(atOnce.length > 0 && { atOnce }),
      spoken: [],
      handoffs: [],
      fields: {
        ...keyed('name', keyIn(agents, 'name')),
        ...keyed('model', ofAgents.find(({ role }) => role === 'model')?.key),
        ...keyed('tools', keyIn(agents, 'tools')),
        ...keyed('inputGuardrails', guard('input')),
        ...keyed('outputGuardrails', guard('output')),
      } as FrameworkProfile['agents']['fields'],
      ...(remedies && { guardrailRemedies: remedies }),
      // A method of any export begins with its dot there.
      unreadCalls: apis(rows.giving('unread')).map((one) => one.replace(/^\*\(\)/, '')),
    },
    tools: {
      makers: {},
      groups: {},
      fields: {} as FrameworkProfile['tools']['fields'],
      ungateable: {},
    },
    servers: {
      hosted: [],
      local: {},
      groups: [],
      filters: {},
      fields: {} as FrameworkProfile['servers']['fields'],
    },
    runs: {
      calls: apis(runs),
      sessions: [],
      settings: [],
      otherSettings: [],
      ...(bound === undefined ? {} : { defaultTurns: bound }),
      fields: {
        ...keyed('maxTurns', keyIn(runs, 'bound')),
        ...keyed('agent', keyIn([...rows.giving('runner'), ...runs], 'runs')),
      },
      turnsOf: Object.fromEntries(
        agents.flatMap(({ api, row: { bound: own } }) =>
          typeof own === 'number' ? [[api, { default: own }] as const] : [],
        ),
      ),
      clientSetters: [],
      keySetters: [],
    },
    tracing: {
      switches: [],
      traces: [],
      processors: {},
      variableOn: [],
      tracers: {},
      tracersOff: {},
      ...(stores && { contents: stores }),
    },
    answers: {
      approvals: answers.filter(({ args }) => args.length === 0).map(calledIn),
      sinks: [
        ...answers.flatMap((answer) =>
          answer.args.flatMap(({ role, key, place, value }) =>
            role === 'answers' && value !== undefined
              ? [key || undefined, place].flatMap((argument) =>
                  argument === undefined ? [] : [{ call: calledIn(answer), argument, value }],
                )
              : [],
          ),
        ),
        ...(requests?.sets ?? []).map((set) => ({ set, value: true })),
        ...(stated.answers ?? []),
      ],
      members: requests?.members ?? [],
      methods: [],
      states: requests?.states ?? [],
      events: requests?.events ?? [],
      items: [...(requests?.events ?? []), ...(requests?.handled ?? [])],
      listeners: [],
      names: requests?.names ?? [],
      wrapped: requests?.wrapped ?? [],
      ...(trusting && { trusting }),
      kinds: requests?.kinds ?? [],
      ...(requests && { page: 'approval/unanswered' }),
      ...(requests?.remedy !== undefined && { remedy: requests.remedy }),
    },
    // What only makes something does nothing by itself.
    plainCalls: (['plain', 'tool', 'condition', 'gate'] as const).flatMap((one) => apis(rows.giving(one))),
  };
}
