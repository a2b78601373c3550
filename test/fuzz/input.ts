import fc from 'fast-check';
import { chanceOf } from './chance.js';
import type { Corpus, Files } from './corpus.js';
import { documents, pairedDocuments } from './documents.js';
import { MUTATIONS } from './mutations.js';
import { type Made, type Paired, programs } from './programs.js';

/** What one input is: a project of a few files, under a preset. */
export interface Input {
  /** How it was made. */
  readonly kind: string;
  readonly files: Files;
  readonly preset: 'recommended' | 'strict';
  /** The project without one of its controls. */
  readonly paired?: Paired;
  /** A number that decides about what an invariant chooses at random. */
  readonly salt: number;
}

/** One change of one of its files. */
interface Step {
  readonly mutation: string;
  readonly salt: number;
}

const steps = fc.array(
  fc.record({ mutation: fc.constantFrom(...Object.keys(MUTATIONS)), salt: fc.nat(2 ** 30) }),
  { minLength: 1, maxLength: 6, size: 'medium' },
);

/** Every kind of input, the cheap ones more often. */
export function inputs(corpus: Corpus): fc.Arbitrary<Input> {
  const known = (kind: string, among: readonly Files[]) =>
    fc.constantFrom(...among).map((files): Made => ({ name: kind, files }));
  const changed = (made: fc.Arbitrary<Made>) =>
    fc
      .tuple(made, steps)
      .map(
        ([{ name, files }, all]): Made => ({ name: `${name}, changed`, files: mutated(files, all, corpus) }),
      );
  const program = known('program', corpus.programs);
  const document = known('document', corpus.documents);
  const tree = documents(corpus);
  /** Two projects in one folder: the files of the second in a folder of their own, or beside those of the first. */
  const together = fc
    .tuple(
      fc.oneof(program, document, programs),
      fc.oneof(program, document, tree),
      fc.constantFrom('', 'b/', 'b/c/'),
    )
    .map(([{ files }, other, folder]): Made => {
      const added = Object.entries(other.files).map(([file, text]) => [folder + file, text] as const);
      return { name: 'two projects', files: { ...Object.fromEntries(added), ...files } };
    });
  const made = fc.oneof(
    { weight: 2, arbitrary: program },
    { weight: 12, arbitrary: changed(program) },
    { weight: 2, arbitrary: document },
    { weight: 40, arbitrary: changed(document) },
    { weight: 8, arbitrary: programs },
    { weight: 6, arbitrary: changed(programs) },
    { weight: 4, arbitrary: pairedDocuments },
    { weight: 3, arbitrary: together },
    { weight: 4, arbitrary: changed(together) },
    { weight: 12, arbitrary: tree },
    { weight: 6, arbitrary: changed(tree) },
  );
  return fc
    .tuple(made, fc.constantFrom('recommended' as const, 'strict' as const), fc.nat(2 ** 30))
    .map(([{ name, files, paired }, preset, salt]) => ({
      kind: name,
      files,
      preset,
      salt,
      ...(paired && { paired }),
    }));
}

function mutated(files: Files, all: readonly Step[], corpus: Corpus): Files {
  const changed: Record<string, string> = { ...files };
  const names = Object.keys(files);
  for (const { mutation, salt } of all) {
    const at = chanceOf(salt);
    const name = names[at(names.length)];
    if (name !== undefined)
      changed[name] = MUTATIONS[mutation]?.(changed[name] || ' ', at, name, corpus) ?? '';
  }
  return changed;
}
