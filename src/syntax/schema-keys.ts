/** A JSON Schema as far as its keys are asked for. */
export interface KeySchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly additionalProperties?: boolean | KeySchema;
  /** Names that its keys may have, where their values are alike. */
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly items?: KeySchema | readonly KeySchema[];
  readonly anyOf?: readonly KeySchema[];
  readonly oneOf?: readonly KeySchema[];
  readonly allOf?: readonly KeySchema[];
  readonly definitions?: Readonly<Record<string, KeySchema>>;
}

/** A place in a schema, with the file that its local references point into. */
interface Spot {
  schema: KeySchema;
  file: KeySchema;
}

/** The keys that a schema knows at a place of a value, given as JSON pointer. */
export type KeysAt = (pointer: string) => readonly string[];

/**
 * Looks keys up in a schema. `others` are the schemas that it refers to, by file name. A place that several branches
 * describe knows the keys of all of them.
 */
export function keysIn(schema: KeySchema, others: Readonly<Record<string, KeySchema>> = {}): KeysAt {
  return (pointer) => {
    let spots = branches({ schema, file: schema }, others);
    for (const step of stepsOf(pointer)) {
      spots = spots.flatMap((spot) =>
        below(spot, step).flatMap((next) => branches({ ...spot, schema: next }, others)),
      );
    }
    return [
      ...new Set(
        spots.flatMap(({ schema: { properties, propertyNames } }) => [
          ...Object.keys(properties ?? {}),
          ...(propertyNames?.enum ?? []),
        ]),
      ),
    ];
  };
}

/** The steps of a JSON pointer, unescaped. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function branches(spot: Spot, others: Readonly<Record<string, KeySchema>>): Spot[] {
  const { schema } = spot;
  if (schema.$ref !== undefined) {
    const target = resolve(schema.$ref, spot.file, others);
    return target ? branches(target, others) : [];
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [spot, ...parts.flatMap((part) => branches({ ...spot, schema: part }, others))];
}

function resolve(
  ref: string,
  from: KeySchema,
  others: Readonly<Record<string, KeySchema>>,
): Spot | undefined {
  const [name = '', pointer = ''] = ref.split('#');
  const file = name === '' ? from : others[name];
  let schema: unknown = file;
  for (const step of stepsOf(pointer)) {
    if (typeof schema !== 'object' || schema === null) return undefined;
    schema = (schema as Record<string, unknown>)[step];
  }
  return file && typeof schema === 'object' && schema !== null ? { schema, file } : undefined;
}

function below({ schema }: Spot, step: string): KeySchema[] {
  const named = schema.properties;
  if (named && Object.hasOwn(named, step)) return [named[step] as KeySchema];
  if (schema.items !== undefined && /^\d+$/.test(step)) {
    const { items } = schema;
    if (!isList(items)) return [items];
    const item = items[Number(step)];
    return item ? [item] : [];
  }
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
}

const isList = (items: KeySchema | readonly KeySchema[]): items is readonly KeySchema[] =>
  Array.isArray(items);
