import { nearest } from '../model/nearest.js';
import type { SyntaxNode } from '../syntax/index.js';
import { explainErrors, type SchemaError } from '../syntax/schema-errors.js';
import { type KeySchema, type KeysAt, keysIn } from '../syntax/schema-keys.js';
import { meaningProblems } from './checks.js';
import { type ConfigProblem, inOrder, problemAt } from './problem.js';

/** Every mistake in a configuration, in the order of the text. */
export async function validationProblems(node: SyntaxNode): Promise<ConfigProblem[]> {
  const { validateConfig } = await import('../generated/config-validator.js');
  const errors: readonly SchemaError[] = validateConfig(node.toValue()) ? [] : (validateConfig.errors ?? []);
  const keysAt = errors.length > 0 ? await configKeys() : () => [];
  const isRuleName = ({ keyword, instancePath }: SchemaError) =>
    keyword === 'additionalProperties' && /^(?:\/overrides\/\d+)?\/rules$/.test(instancePath);
  const isEmptyReason = ({ keyword, instancePath }: SchemaError) =>
    keyword === 'minLength' && /^\/(?:attestations\/\d+\/reason|tools\/[^/]+\/because)$/.test(instancePath);
  // A pattern stands for a region or a date: what is wrong with it is said in better words below, as of an empty reason.
  const others = errors.filter(
    (error) => error.keyword !== 'pattern' && !isRuleName(error) && !isEmptyReason(error),
  );
  return inOrder([
    ...errors.filter(isRuleName).map((error) => unknownRule(node, error, keysAt)),
    ...explainErrors(node, others, 'the schema', keysAt).map(({ at, statement, suggestion }) =>
      problemAt(at, statement, suggestion),
    ),
    ...meaningProblems(node),
  ]);
}

/** The schemas are read only where something is wrong: suggestions need the names that they know. */
async function configKeys(): Promise<KeysAt> {
  const [config, requirements, controls] = await Promise.all([
    import('../../schemas/config.schema.json', { with: { type: 'json' } }),
    import('../../schemas/requirements.schema.json', { with: { type: 'json' } }),
    import('../../schemas/controls.schema.json', { with: { type: 'json' } }),
  ]);
  return keysIn(config.default as KeySchema, {
    'requirements.schema.json': requirements.default as KeySchema,
    'controls.schema.json': controls.default as KeySchema,
  });
}

function unknownRule(root: SyntaxNode, { instancePath, params }: SchemaError, keysAt: KeysAt): ConfigProblem {
  const name = String(params.additionalProperty);
  const [, , index] = instancePath.split('/');
  const around = index === undefined ? root : root.get('overrides')?.items()[Number(index)];
  const node = around?.get('rules')?.get(name) ?? root;
  return problemAt(node.at('key'), `Unknown rule \`${name}\`.`, nearest(name, keysAt(instancePath)));
}
