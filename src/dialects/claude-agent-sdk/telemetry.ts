import { codeSpan } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import type { SetVariable, Telemetry } from '../frameworks/framework.js';
import { placed } from '../frameworks/places.js';
import type { Run } from './run.js';
import facts from './telemetry.json' with { type: 'json' };

/** What the environment of a run sends to receivers of telemetry; the SDK sends nothing without it. */
export function telemetryIn(run: Run): Telemetry[] {
  const env = run.get('env');
  const inherited = isInherited(env, run) ? run.reading.environment() : [];
  const find = (name: string): SetVariable | undefined => {
    // What is spread into it is not known by its name.
    const node = env?.keys().includes(name) ? env.get(name) : undefined;
    return node ? variableIn(name, node) : inherited.find((one) => one.name === name);
  };
  const on = find(facts.enabled);
  const exporters = facts.exporters.flatMap((name) => find(name) ?? []);
  if (!on || !isOn(on) || !exporters.some((one) => one.value !== 'none')) return [];
  const sentAt = placed(on.at, 'tracing');
  const recorded = facts.contents.map(find).find((one) => one !== undefined && isOn(one));
  if (!recorded) return [{ leavesOut: true, sentAt }];
  const { name, value, at, why = 'computed at run time' } = recorded;
  const from = inherited.includes(recorded) ? codeSpan(at.file) : '`env`';
  const known = value === undefined ? ({ state: 'undecidable', why } as const) : { state: 'shown' as const };
  const edit = `${facts.edit} from ${from}.`;
  return [
    {
      leavesOut: false,
      sentAt,
      recording: {
        store: facts.store,
        by: name,
        at: placed(at, 'tracing'),
        edit,
        isTelemetry: true,
        ...known,
      },
    },
  ];
}

/** Whether a run has the environment of its program: in TypeScript the option replaces it, but for what is spread into it. */
const isInherited = (env: CodeSyntaxNode | undefined, { found }: Run): boolean =>
  env?.kind !== 'object' || env.spreads.length > 0 || found.rows.language === 'python';

function variableIn(name: string, node: CodeSyntaxNode): SetVariable {
  const isComputed = node.kind === 'dynamic';
  return {
    name,
    value: isComputed ? undefined : String(node.scalar),
    at: node.at('key'),
    ...(isComputed && node.why !== undefined && { why: node.why }),
  };
}

/** Whether a variable is on, or may be. */
const isOn = ({ value }: SetVariable): boolean =>
  value === undefined || facts.on.includes(value.toLowerCase());
