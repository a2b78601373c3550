import { addTo, groupedBy } from '../../../model/grouped.js';
import type { CodeFile } from '../file.js';
import type { Captures } from '../language.js';
import type { Cst } from '../tree/cst.js';
import { type HeldValues, heldValues, writesByScope } from './anchors.js';
import { captured, capturedImports } from './captures.js';
import type { Outline, Site, Write } from './outline.js';
import { nestScopes, outward, type Scope, type ScopeKind, type Scopes } from './scopes.js';

/** Longest head of a function in which its parameters are looked for. */
const LONGEST_HEAD = 4_000;

/**
 * Statements of a file that share the names they declare, and none with the rest of it: what they say is worked out when
 * it is asked for, and most parts of a long file are never asked.
 */
export class Part {
  private known: {
    captures?: Captures;
    scopes?: Scopes;
    outline?: Outline;
    held?: { others: number; values: HeldValues };
  } = {};
  private sitesByName: Map<string, Map<Scope, Site[]>> | undefined;
  private writesByRoot: Map<string, Write[]> | undefined;
  private readonly writesGrouped = new Map<string, ReturnType<typeof writesByScope>>();
  private functionsByStart: Map<number, Cst> | undefined;
  private decoratedByStart: Map<number, Cst> | undefined;
  /** By the start of the class, what they are to it, and the name. */
  private methods: Map<string, Cst> | undefined;
  private readonly parameterNames = new Map<Scope, ReadonlySet<string>>();

  /** `statements`: by their number; left out where it is the whole file. */
  constructor(
    readonly file: CodeFile,
    private readonly statements?: readonly number[],
    /** Names that it mentions of those that other statements import. */
    readonly uses: ReadonlySet<string> = new Set(),
    /** `imports`: its statements only import, export what others declare, or say nothing to the rest. */
    private readonly role: 'code' | 'imports' = 'code',
  ) {}

  /** Whether the text of one of its statements passes a test. */
  some(passes: (text: string) => boolean): boolean {
    return this.file.textsOf(this.statements).some(passes);
  }

  /** What the query of the language finds. */
  captures(): Captures {
    const { tree } = this.file;
    const canBeRead = (): boolean => this.file.root() !== undefined;
    this.known.captures ??=
      this.role === 'imports'
        ? capturedImports(tree, canBeRead, this.statements ?? [])
        : captured(tree, canBeRead, this.statements);
    return this.known.captures;
  }

  scopes(): Scopes {
    this.known.scopes ??= nestScopes(this.role === 'imports' ? [] : this.stretches(), this.file.module);
    return this.known.scopes;
  }

  outline(): Outline {
    this.known.outline ??= this.file.language.outline(this.captures());
    return this.known.outline;
  }

  /** Where a name is declared, by the scope that it is declared in. */
  sitesOf(name: string): ReadonlyMap<Scope, readonly Site[]> | undefined {
    this.sitesByName ??= this.groupSites();
    return this.sitesByName.get(name);
  }

  /** Changes of values that begin with a name. */
  writesFrom(root: string): readonly Write[] {
    this.writesByRoot ??= groupedBy(this.outline().writes, (write) => write.root);
    return this.writesByRoot.get(root) ?? [];
  }

  /** Names that are changed after they were given a value. */
  changedNames(): Iterable<string> {
    this.writesFrom('');
    return this.writesByRoot?.keys() ?? [];
  }

  /** The values of names that are changed, here or by other files. */
  held(): HeldValues {
    const elsewhere = this.file.project.changedElsewhere(this.file);
    const known = this.known.held;
    if (known && known.others === (elsewhere?.size ?? 0)) return known.values;
    const values = heldValues(this, new Set([...this.changedNames(), ...(elsewhere?.keys() ?? [])]));
    this.known.held = { others: elsewhere?.size ?? 0, values };
    return values;
  }

  /** Changes that begin with a name of one scope. */
  writesIn(root: string, scope: Scope): readonly Write[] {
    let grouped = this.writesGrouped.get(root);
    if (!grouped) {
      grouped = writesByScope(this, root);
      this.writesGrouped.set(root, grouped);
    }
    return grouped.get(scope) ?? [];
  }

  /** The function whose scope this is. */
  functionOf(scope: Scope): Cst | undefined {
    if (!this.functionsByStart) {
      const captures = this.captures();
      const all = ['function', 'lambda'].flatMap((name) => captures.all(name));
      this.functionsByStart = new Map(all.map((node) => [node.start, node]));
    }
    return this.functionsByStart.get(scope.start);
  }

  /** The method of a class in TypeScript or JavaScript, or what reads its property (`get`); what sets one is neither. */
  methodOf(scope: Scope, name: string, kind: '' | 'get' = ''): Cst | undefined {
    if (!this.methods) {
      this.methods = new Map();
      for (const node of this.captures().all('lambda')) {
        const nameNode = node.type === 'method_definition' ? node.field('name') : undefined;
        if (!nameNode) continue;
        const role = /\b([gs]et)\s+$/.exec(this.file.text.slice(node.start, nameNode.start))?.[1] ?? '';
        this.methods.set(`${this.scopes().around(node.start).start} ${role} ${nameNode.text}`, node);
      }
    }
    return this.methods.get(`${scope.start} ${kind} ${name}`);
  }

  /** The names that the parameters of a function bind. */
  parametersOf(scope: Scope): ReadonlySet<string> {
    let names = this.parameterNames.get(scope);
    if (!names) {
      const node = this.functionOf(scope);
      names = new Set(node && this.file.language.define(node).parameters.flatMap(({ binds }) => binds));
      this.parameterNames.set(scope, names);
    }
    return names;
  }

  /** Whether a name that is used at an offset is a parameter of a function around it. */
  hasParameter(scope: Scope, name: string, use: number): boolean {
    // A name that does not stand before its use is none: told from the text, most functions need not be read.
    const head = this.file.text.slice(scope.start, Math.min(use, scope.start + LONGEST_HEAD));
    return scope.kind === 'function' && head.includes(name) && this.parametersOf(scope).has(name);
  }

  /** The decorated whole around a function or class of Python. */
  decorated(definition: Cst): Cst | undefined {
    if (!this.decoratedByStart) {
      this.decoratedByStart = new Map();
      for (const node of this.captures().all('decorated')) {
        const inner = node.field('definition');
        if (inner) this.decoratedByStart.set(inner.start, node);
      }
    }
    return this.decoratedByStart.get(definition.start);
  }

  private stretches(): { kind: ScopeKind; start: number; end: number }[] {
    return Object.entries(this.file.language.scopes).flatMap(([name, kind]) =>
      this.captures()
        .all(name)
        .map(({ start, end }) => ({ kind, start, end })),
    );
  }

  private groupSites(): Map<string, Map<Scope, Site[]>> {
    const grouped = new Map<string, Map<Scope, Site[]>>();
    const add = (site: Site, scope: Scope): void => {
      const scopes = grouped.get(site.name) ?? new Map<Scope, Site[]>();
      grouped.set(site.name, scopes);
      addTo(scopes, scope, site);
    };
    const scopes = this.scopes();
    const { sites } = this.outline();
    for (const site of sites) {
      if (!site.assigns) add(site, outward(scopes.around(site.start), this.file.language.binds));
    }
    // An assignment belongs to the declaration or parameter that it sees; without one it makes a global.
    for (const site of sites) {
      if (!site.assigns) continue;
      const declared = grouped.get(site.name);
      let scope = scopes.around(site.start);
      while (scope.parent && !declared?.has(scope) && !this.hasParameter(scope, site.name, site.start))
        scope = scope.parent;
      add(site, scope);
    }
    for (const byScope of grouped.values()) {
      for (const list of byScope.values()) list.sort((a, b) => a.start - b.start);
    }
    return grouped;
  }
}
