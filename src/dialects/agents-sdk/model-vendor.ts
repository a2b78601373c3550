import { hostOf } from '../../model/addresses.js';
import type { OtherVendor, Place } from '../../model/index.js';
import { keptFor } from '../../model/once.js';
import { isTestFile } from '../../model/test-file.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, environmentWrites } from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { CodeContext } from '../code-dialect.js';
import {
  type FoundAgent,
  type Framework,
  option,
  type SystemPrograms,
  textOf,
  type VendorSystem,
} from '../frameworks/framework.js';
import { importedBy } from '../frameworks/programs.js';
import facts from './model-vendors.json' with { type: 'json' };
import { ownModel } from './own-models.js';

/** The names of calls that say where a model comes from, or that the exporter has a key. */
const ASKED: ReadonlySet<string> = new Set([
  ...facts.clients,
  ...facts.otherClients,
  ...facts.otherModels,
  ...facts.models,
  ...facts.exportKeySetters,
  ...facts.defaultSetters,
  'Runner',
  'RunConfig',
]);

/** More files of one program are not looked through. */
const MOST_FILES = 500;

/** Adds the vendor of a system's models, where something asks for it: traces that are switched off, or responses that are kept. */
export function addOtherVendor(system: VendorSystem, programs: SystemPrograms): void {
  const { group, switches } = system;
  if (switches.length === 0 && !group.some(({ byDefault }) => byDefault)) return;
  system.otherVendor = otherVendorOf(system, programs);
  // Where another vendor runs the models, its own defaults apply.
  if (system.otherVendor) for (const one of group) delete one.byDefault;
}

/**
 * What shows that a program's models come from another vendor than the SDK's own; undefined where nothing does, where an
 * agent names a model of the SDK's vendor as well, or where the program gives the exporter a key of its own.
 */
function otherVendorOf(system: VendorSystem, programs: SystemPrograms): OtherVendor | undefined {
  const { group } = system;
  const { context, framework } = programs;
  const documents = documentsOf(system, programs);
  const calls = documents.flatMap(callsAsked);
  if (calls.some(givesExportKey)) return undefined;
  const address = addressVariable(group, documents, context);
  const made = [...group.flatMap(({ model }) => model ?? []), ...calls].flatMap(
    (node) => vendorIn(node, framework) ?? [],
  );
  const named = group.flatMap(({ agent }) => vendorOfName(agent.model, agent.at) ?? []);
  const found =
    made[0] ??
    address ??
    named[0] ??
    calls.flatMap(vendorOfSettings)[0] ??
    ownOfRuns(calls, framework) ??
    ownOfAgents(group, framework);
  const isReplaced = address !== undefined || calls.some(replacesDefault);
  const ownName = group.some(({ agent }) => beginsWithAny(agent.model, facts.ownModels));
  return ownName && !isReplaced ? undefined : found;
}

/** The project's own model, where every agent of a system has a model and one is the project's. */
function ownOfAgents(group: readonly FoundAgent[], framework: Framework): OtherVendor | undefined {
  const models = group.flatMap(({ model }) => model ?? []);
  if (models.length < group.length) return undefined;
  return models.flatMap((model) => ownModel(model, 'model', framework) ?? [])[0];
}

/** The project's own model or provider that the settings of a run, or the defaults of the SDK, name. */
function ownOfRuns(calls: readonly CodeSyntaxNode[], framework: Framework): OtherVendor | undefined {
  return calls.flatMap(({ call }) => {
    if (!call) return [];
    const { model, provider } = facts.runSettings;
    const [first] = facts.defaultSetters.includes(call.name) ? call.positional : [];
    const ofRun = isRunSettings(call.name) ? call.options : undefined;
    return [
      ...model.map((key) => ({ value: ofRun?.get(key), kind: 'model' as const })),
      ...[...provider.map((key) => ofRun?.get(key)), first].map((value) => ({
        value,
        kind: 'provider' as const,
      })),
    ].flatMap(({ value, kind }) => (value && ownModel(value, kind, framework)) ?? []);
  })[0];
}

/** The files of a program: those of the system, what they import, and what else is of the programs that start them. */
function documentsOf(system: VendorSystem, { files, context }: SystemPrograms): CodeDocument[] {
  const reached = new Set<string>();
  for (const file of [...system.files, ...system.switches.map(({ at }) => at.file)]) {
    if (context.documentOf(file) === undefined) continue;
    for (const start of [file, ...files.startsOf(file)])
      for (const one of importedBy(start, context)) reached.add(one);
  }
  return [...reached]
    .slice(0, MOST_FILES)
    .flatMap((file) => (isTestFile(file) ? [] : (context.documentOf(file) ?? [])));
}

function givesExportKey({ call }: CodeSyntaxNode): boolean {
  if (facts.exportKeySetters.includes(call?.name ?? '')) return true;
  return isRunSettings(call?.name) && facts.runSettings.tracing.some((key) => states(call?.options, key));
}

/** Whether models are not taken from where the SDK takes them by default. */
function replacesDefault({ call }: CodeSyntaxNode): boolean {
  if (facts.defaultSetters.includes(call?.name ?? '')) return true;
  const { model, provider } = facts.runSettings;
  return isRunSettings(call?.name) && [...model, ...provider].some((key) => states(call?.options, key));
}

const isRunSettings = (name: string | undefined): boolean => name === 'Runner' || name === 'RunConfig';

const states = (options: CodeSyntaxNode | undefined, key: string): boolean =>
  options?.keys().includes(key) ?? false;

/** A model takes a client, a provider takes one too, and a run takes either: further in nobody looks. */
const DEEPEST = 3;

/** What a call says of the vendor: itself, or in what it is given, which another file may make. */
function vendorIn(node: CodeSyntaxNode, framework: Framework, depth = 0): OtherVendor | undefined {
  const { call } = node;
  if (!call || depth > DEEPEST) return undefined;
  const found = vendorOfCall(node, framework);
  if (found || facts.clients.includes(call.name)) return found;
  const { positional, options, given } = call;
  const values = [...(given ? [given] : []), ...positional, ...options.keys().map((key) => options.get(key))];
  for (const value of values) {
    const inner = value?.call && vendorIn(value, framework, depth + 1);
    if (inner) return inner;
  }
  return undefined;
}

/** What a client, a provider or a model of an extension says of the vendor. */
function vendorOfCall(node: CodeSyntaxNode, framework: Framework): OtherVendor | undefined {
  const { call } = node;
  if (!call || call.origin?.file !== undefined) return undefined;
  const { name } = call;
  if (facts.otherClients.includes(name)) return { by: 'class', name, at: node.at() };
  if (facts.otherModels.includes(name)) {
    const [first] = call.positional;
    const model = textOf(call.options.get('model') ?? first);
    const isOwn =
      beginsWithAny(model, facts.ownModels) || facts.ownModules.includes(first?.call?.origin?.module ?? '');
    return isOwn ? undefined : { by: 'class', name, at: node.at() };
  }
  if (!facts.clients.includes(name)) return undefined;
  const address = option(call.options, facts.address[framework.rowsOf(node.document.file).language]);
  return address && call.options.kind !== 'dynamic' ? vendorOfAddress(address) : undefined;
}

/** The vendor behind an address; one that is computed is another's unless a text in it names the SDK's own vendor. */
function vendorOfAddress(address: CodeSyntaxNode): OtherVendor | undefined {
  const { scalar, kind, begins } = address;
  if (kind === 'null' || scalar === '') return undefined;
  const text = typeof scalar === 'string' ? scalar : begins;
  const host = text === undefined ? undefined : hostOf(text);
  if (host !== undefined) return isOwnHost(host) ? undefined : { by: 'host', host, at: address.written() };
  return textsIn(address).some((one) => one.includes(facts.ownHost))
    ? undefined
    : { by: 'address', at: address.written() };
}

/** The texts that a computed value may be, or is put together from. */
function textsIn(node: SyntaxNode, depth = 0): readonly string[] {
  const own = [node.scalar, node.begins].filter((one) => typeof one === 'string');
  return depth < DEEPEST_TEXT ? [...own, ...(node.may ?? []).flatMap((one) => textsIn(one, depth + 1))] : own;
}

const DEEPEST_TEXT = 3;

const isOwnHost = (host: string): boolean => host === facts.ownHost || host.endsWith(`.${facts.ownHost}`);

/** Each system of a file asks for the same ones. */
const callsAsked = keptFor((document: CodeDocument) => callsOf(document, { named: ASKED }));
const writesIn = keptFor(environmentWrites);

/** The variable of the environment by which the client takes its address. */
function addressVariable(
  group: readonly FoundAgent[],
  documents: readonly CodeDocument[],
  { environment }: CodeContext,
): OtherVendor | undefined {
  const inFolder = environment.filter(
    ({ name, folder }) =>
      name === facts.addressVariable &&
      group.some(({ agent }) => folder === '' || agent.at.file.startsWith(`${folder}/`)),
  );
  const written = documents.flatMap((document) =>
    writesIn(document).flatMap(({ name, value, at }) =>
      name === facts.addressVariable && typeof value.scalar === 'string' ? [{ value: value.scalar, at }] : [],
    ),
  );
  for (const { value, at } of [...inFolder, ...written]) {
    const host = hostOf(value);
    if (host !== undefined && !isOwnHost(host)) return { by: 'host', host, at };
  }
  return undefined;
}

/** A model of another vendor that the settings of a run name. */
function vendorOfSettings({ call }: CodeSyntaxNode): OtherVendor[] {
  if (!isRunSettings(call?.name)) return [];
  const model = call?.options.get('model');
  return model ? [vendorOfName(textOf(model), model.written()) ?? []].flat() : [];
}

function vendorOfName(name: string | undefined, at: Place): OtherVendor | undefined {
  const route = facts.routes.find((one) => name?.startsWith(one)) ?? '';
  const model = name?.slice(route.length);
  if (model === undefined || beginsWithAny(model, facts.ownModels)) return undefined;
  return route !== '' || beginsWithAny(model, facts.otherModelNames)
    ? { by: 'model', name: name ?? model, at }
    : undefined;
}

const beginsWithAny = (text: string | undefined, beginnings: readonly string[]): boolean =>
  text !== undefined && beginnings.some((one) => text.toLowerCase().startsWith(one));
