import type { Step, Term } from './term.js';

/** The values of names on one path; one that goes two ways goes on in a view for each. */
export class Names {
  private readonly own = new Map<string, Term>();

  constructor(private readonly parent?: Names) {}

  get(name: string): Term | undefined {
    for (let at: Names | undefined = this; at; at = at.parent) {
      const found = at.own.get(name);
      if (found) return found;
    }
    return undefined;
  }

  set(name: string, term: Term): void {
    this.own.set(name, term);
  }

  branch(): Names {
    return new Names(this);
  }

  /** The names that were given a value since another view, which this one goes back to. */
  since(base: Names): ReadonlyMap<string, Term> {
    const chain: Names[] = [];
    for (let at: Names | undefined = this; at && at !== base; at = at.parent) chain.push(at);
    const found = new Map<string, Term>();
    for (const one of chain.reverse()) for (const [name, term] of one.own) found.set(name, term);
    return found;
  }
}

/** Where a path is: what names stand for, and what was passed. A path is changed in place until it goes two ways. */
export interface Path {
  names: Names;
  steps: readonly Step[];
}

/** A path that goes on apart from another; that one must not be changed any more. */
export const branchOf = ({ names, steps }: Path): Path => ({ names: names.branch(), steps });

/** The end of an expression on one path. */
export interface Result {
  readonly path: Path;
  readonly term: Term;
}
