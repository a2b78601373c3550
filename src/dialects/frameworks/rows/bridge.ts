import type { FrameworkProfile } from '../profile.js';
import { givesThing, methodOf, type Rows, type StatedArg, type StatedRow } from './catalogue.js';
import type { Role } from './row.js';

const apis = (all: readonly StatedRow[]): string[] => all.map(({ api }) => api);

/**
 * The profile that the rows for one version amount to, for what still reads profiles: systems, answers, remedies. It goes
 * when these read facts.
 */
export function profileOfRows(rows: Rows): FrameworkProfile {
  const { stated, stores, trusting } = rows;
  const keyIn = (all: readonly StatedRow[], role: Role, is: (arg: StatedArg) => boolean = () => true) =>
    all.flatMap(({ args }) => args.filter((arg) => arg.role === role && is(arg)))[0]?.key;
  const agents = rows
    .giving('agent')
    .filter(({ api }) => !api.startsWith('*()') && !api.endsWith('{}'))
    // A run that is given its agent is one itself only where it is given none.
    .filter(({ args }) => !args.some(({ role }) => role === 'runs'));
  const builders = apis(rows.giving('builder'));
  const unread = rows.giving('unread');
  const waiting = agents.filter(({ args }) => args.some(({ role }) => role === 'waits'));
  const waits = keyIn(waiting, 'waits');
  const runs = rows.giving('run');
  const answers = rows.giving('answer');
  const keyed = (field: string, key: string | undefined) => (key ? { [field]: key } : {});
  const [spoken, begun] = [runs.filter(({ row }) => row.spoken), runs.filter(({ row }) => !row.spoken)];
  const tracers = rows.giving('tracer');
  const [variable, on] = tracers.flatMap(({ row }) => Object.entries(row.variables ?? {}))[0] ?? [];
  const guard = (side: 'input' | 'output') => keyIn(agents, 'guard', (arg) => arg.side === side);
  const bound = runs.flatMap(({ row }) => row.bound ?? [])[0];
  const { requests, remedies, assumed } = stated;
  const calledIn = ({ api }: StatedRow): string => methodOf(api) || api;
  const [shared] = runs.flatMap(({ args, row }) =>
    args.flatMap(({ role, key }) =>
      role === 'bound-shared' ? [{ option: key, edit: row.remedy?.shared ?? '' }] : [],
    ),
  );
  const [request] = rows.giving('request');
  const answering = rows
    .giving('part')
    .filter((one) => [...one.args, ...one.hooks].some(({ role }) => role === 'answers'));
  const also = answering.flatMap(({ row }) => row.remedy?.answer ?? []);
  const remedy = requests?.remedy && `${[requests.remedy.replace(/\.$/, ''), ...new Set(also)].join('; ')}.`;
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
      ...(builders.length > 0 && {
        builders: Object.fromEntries(
          builders.flatMap((one) =>
            agents.flatMap(({ api }) => (api.startsWith(`${one}().`) ? [[one, methodOf(api)]] : [])),
          ),
        ),
        same: rows.giving('agent').flatMap(({ api }) => (api.startsWith('*()') ? methodOf(api) : [])),
      }),
      fields: {
        ...keyed('tools', keyIn(agents, 'tools')),
        ...keyed('inputGuardrails', guard('input')),
        ...keyed('outputGuardrails', guard('output')),
      } as FrameworkProfile['agents']['fields'],
      ...(remedies && { guardrailRemedies: remedies }),
      // A method of any export begins with its dot there.
      unreadCalls: [...apis(unread), ...builders].map((one) => one.replace(/^\*\(\)/, '')),
    },
    runs: {
      calls: apis(begun.filter(({ row }) => row.of === undefined)),
      methods: runs.filter(({ row }) => row.of !== undefined).map(({ api }) => methodOf(api)),
      sessions: apis(spoken),
      ...(bound === undefined ? {} : { defaultTurns: bound }),
      ...keyed(
        'defaultTurnsVariable',
        runs
          .flatMap(({ row }) => Object.entries(row.variables ?? {}))
          .flatMap(([name, is]) => (is === 'bound' ? [name] : []))[0],
      ),
      ...keyed('limitRemedy', runs.flatMap(({ row }) => row.remedy?.bound ?? [])[0]),
      fields: {
        ...keyed('maxTurns', keyIn(runs, 'bound')),
        ...keyed('agent', keyIn(rows.giving('runner'), 'runs') ?? keyIn(runs, 'runs')),
      },
      turnsOf: Object.fromEntries(
        agents.flatMap(({ api, row: { bound: own } }) =>
          typeof own === 'number' ? [[api, { default: own }] as const] : [],
        ),
      ),
      ...(shared && { sharedLimit: shared }),
    },
    tracing: {
      ...keyed('variable', variable),
      variableOn: on === undefined ? [] : [on].flat(),
      byDefault: tracers.some(({ args }) => args.some(({ kind }) => kind === 'also-to')),
      ...(stores && { contents: stores }),
    },
    answers: {
      approvals: answers.filter(({ args }) => args.every(({ role }) => role === 'keeps')).map(calledIn),
      sinks: [
        ...[...answers, ...rows.giving('edge'), ...runs].flatMap((answer) =>
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
        ...(requests?.sets ?? []).map((set) => ({ set, value: true })),
        ...(stated.answers ?? []),
      ],
      members: requests?.members ?? [],
      kept: Object.fromEntries(
        answers.flatMap(({ args }) =>
          args.flatMap(({ role, key }) => (role === 'keeps' ? [[key, true]] : [])),
        ),
      ),
      methods: requests?.methods ?? [],
      states: requests?.states ?? [],
      events: requests?.events ?? [],
      items: requests?.items ?? [...(requests?.events ?? []), ...(requests?.handled ?? [])],
      listeners: requests?.listeners ?? [],
      names: requests?.names ?? [],
      wrapped: requests?.wrapped ?? [],
      ...(trusting && { trusting }),
      waiting: requests?.waiting ?? [],
      ...keyed('pauseRemedy', requests?.paused),
      ...(requests?.handsUp && { handsUp: true }),
      ...(waits !== undefined &&
        requests?.waits !== undefined && {
          requires: {
            option: waits,
            constructors: apis(waiting),
            hosts: apis(unread.filter(({ args }) => args.some(({ role }) => role === 'waits'))),
            remedy: requests.waits,
          },
        }),
      kinds: requests?.kinds ?? [],
      ...(requests && requests.page !== false && { page: 'approval/unanswered' }),
      ...(remedy !== undefined && { remedy }),
      ...(answering.length > 0 && { handlers: apis(answering) }),
      ...(request && {
        needs: { output: keyIn(agents, 'outputs') ?? '', item: request.api },
      }),
    },
    // What only makes something does nothing by itself.
    plainCalls: (['plain', 'tool', 'condition', 'gate', 'settings', 'tracer'] as const).flatMap((one) =>
      apis(rows.giving(one)),
    ),
  };
}
