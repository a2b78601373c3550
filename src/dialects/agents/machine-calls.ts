import { CALL_DOMAINS } from '../../effects/calls/domains.js';
import { type CallShape, namesOf, pathOf } from '../../program/index.js';
import { isAmongNames, type ModuleName, namesByModule, withoutPrefix } from './names-by-module.js';
import facts from './machine-calls.json' with { type: 'json' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What says whether anybody is there to be asked. */
export const PRESENT = namesByModule(facts.present);
/** Packages that answer by themselves. */
const UNATTENDED = namesByModule(facts.unattended);

/** What is called, also where its object is known by the type of a parameter; nameless where that is not known. */
export function nameOfCall({ callee, event }: CallShape): ModuleName {
  const written = pathOf(callee);
  const names = written === undefined ? namesOf(event.target) : undefined;
  const { module = '', path = [] } = names ?? {};
  return withoutPrefix(written ?? { module, dotted: path.join('.') });
}

/** The packages of some domains of the tables of calls. */
const packagesOf = (domains: ReadonlySet<string>): readonly string[] =>
  CALL_DOMAINS.flatMap(({ name, imports }) => (domains.has(name) ? imports : [])).filter((one) => one !== '');

const ROWS: ReadonlySet<string> = new Set(packagesOf(set(facts.rows)));
/** Without what other tasks may answer: a queue, a future. */
const MACHINES: ReadonlySet<string> = new Set(
  [...packagesOf(set(facts.machines.domains)), ...facts.machines.modules.split(' ')].filter(
    (one) => !set(facts.machines.waiting).has(one),
  ),
);

/** The part of a module's name that tables of calls list: `boto3`, `@slack/web-api`. */
const packageOf = ({ module }: ModuleName): string => {
  const parts = module.split('/');
  return module.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0]?.split('.')[0] ?? '');
};

/** Whether a call is answered by something that is known and is no person: a service, the system, the clock. */
export const isMachine = (call: CallShape): boolean => isOfMachine(nameOfCall(call));

export const isOfMachine = (name: ModuleName): boolean =>
  !isOfRows(name) &&
  (MACHINES.has(packageOf(name)) || isAmongNames(UNATTENDED, name) || isAmongNames(PRESENT, name));

/** Whether a call looks up a row, which may have a person's answer: that there is one is no answer. */
export const isLookup = (call: CallShape): boolean => isOfRows(nameOfCall(call));

/** A part of a namespace may be known by itself: `google.auth`. */
const isOfRows = (name: ModuleName): boolean =>
  ROWS.has(packageOf(name)) && !(name.module.includes('.') && isAmongNames(UNATTENDED, name));
