import type {
  Case,
  ClassDefinition,
  ClassMember,
  Element,
  Entry,
  Expression,
  FunctionDefinition,
  Parameter,
  Program,
  Statement,
  Target,
  TextPiece,
} from '../../src/program/ir/ir.js';
import { reasonText } from '../../src/program/reason-text.js';
import { textValue } from '../../src/program/tree/spelling.js';

/** Prints what a program says: one line for each statement, with the bodies of functions and classes. */
export function print(text: string, program: Program): string {
  return statements(program.body);

  function statements(all: readonly Statement[]): string {
    return all.map(statement).join('; ');
  }

  function block(all: readonly Statement[]): string {
    return `{${statements(all)}}`;
  }

  function statement(one: Statement): string {
    switch (one.kind) {
      case 'expression':
        return expression(one.value);
      case 'assign': {
        const left = one.targets.map(target).join(' = ');
        return `${words(one.declares)}${left}${typed(one)} ${SIGNS[one.operator]} ${expression(one.value)}`;
      }
      case 'declare':
        return `${words(one.declares)}${target(one.target)}${typed(one)}`;
      case 'delete':
        return `delete ${one.targets.map(target).join(', ')}`;
      case 'function':
        return func(one.definition);
      case 'class':
        return classed(one.definition);
      case 'import': {
        const names = one.bindings.map(
          ({ local, imported, isTypeOnly, specifier }) =>
            `${isTypeOnly ? 'type ' : ''}${imported}${imported === local ? '' : ` as ${local}`}${
              specifier === undefined ? '' : ` of ${specifier}`
            }`,
        );
        return `import ${one.isTypeOnly ? 'type ' : ''}${one.specifier} [${names.join(', ')}]${one.isStar ? ' *' : ''}`;
      }
      case 'export': {
        const names = one.bindings.map(({ local, exported }) =>
          local === exported ? local : `${local} as ${exported}`,
        );
        const star = one.star === undefined ? '' : ` * ${one.star}`;
        return `export ${one.isTypeOnly ? 'type ' : ''}${one.specifier ?? '-'} [${names.join(', ')}]${star}`;
      }
      case 'export-value':
        return `export ${one.name} ${expression(one.value)}`;
      case 'exported':
        return `exported${one.isDefault ? ' default' : ''} (${statement(one.statement)})`;
      case 'return':
        return one.value ? `return ${expression(one.value)}` : 'return';
      case 'throw':
        return one.value ? `throw ${expression(one.value)}` : 'throw';
      case 'if':
        return `if ${expression(one.test)} ${block(one.body)}${otherwise(one.otherwise)}`;
      case 'for':
        return `for ${words(one.declares)}${target(one.target)} of ${
          one.over === 'keys' ? 'keys ' : ''
        }${expression(one.iterable)} ${block(one.body)}${otherwise(one.otherwise)}`;
      case 'while':
        return `while${one.runsOnce ? ' after once' : ''} (${statements(one.initial)} | ${
          one.test ? expression(one.test) : ''
        } | ${one.update.map(expression).join(', ')}) ${block(one.body)}${otherwise(one.otherwise)}`;
      case 'try': {
        const handlers = one.handlers.map((handler) => {
          const name = handler.target ? `as ${target(handler.target)} ` : '';
          return ` catch ${name}${block(handler.body)}`;
        });
        const last = one.last.length > 0 ? ` finally ${block(one.last)}` : '';
        return `try ${block(one.body)}${handlers.join('')}${otherwise(one.otherwise)}${last}`;
      }
      case 'with': {
        const items = one.items.map(
          (item) => `${expression(item.value)}${item.target ? ` as ${target(item.target)}` : ''}`,
        );
        return `with ${items.join(', ')} ${block(one.body)}`;
      }
      case 'switch':
        return `switch ${expression(one.subject)} ${one.cases.map(cased).join(' ')}`;
      case 'break':
      case 'continue':
        return `${one.kind}${one.label === undefined ? '' : ` ${one.label}`}`;
      case 'block':
        return `${one.label === undefined ? '' : `${one.label}: `}${block(one.body)}`;
      case 'outer':
        return `outer ${one.names.join(', ')}`;
      case 'enum':
        return `enum ${one.name} {${one.entries.map(entry).join(', ')}}`;
    }
  }

  function otherwise(all: readonly Statement[]): string {
    return all.length > 0 ? ` else ${block(all)}` : '';
  }

  function typed(one: { isTyped: boolean }): string {
    return one.isTyped ? ':' : '';
  }

  function cased(one: Case): string {
    const tests = one.isDefault ? 'default' : `case ${one.tests.map(expression).join(' or ')}`;
    const binds = one.binds.length > 0 ? ` as ${one.binds.map(target).join(', ')}` : '';
    const guard = one.guard ? ` if ${expression(one.guard)}` : '';
    return `${tests}${binds}${guard} ${block(one.body)}${one.fallsThrough ? '+' : ''}`;
  }

  function func(one: FunctionDefinition): string {
    const marks = [...(one.isStatic ? ['static'] : []), ...(one.isGenerator ? ['generator'] : []), one.kind];
    const doc = one.docstring === undefined ? '' : ` doc ${JSON.stringify(one.docstring)}`;
    return `${decorators(one.decorators)}${marks.join(' ')} ${one.name ?? ''}(${one.parameters
      .map(parameter)
      .join(', ')})${doc} ${block(one.body())}`;
  }

  function decorators(all: readonly Expression[]): string {
    return all.map((one) => `@${expression(one)} `).join('');
  }

  function parameter(one: Parameter): string {
    const bound = target(one.target);
    const rest = one.rest === undefined ? '' : one.rest === 'items' ? '*' : '**';
    return [
      one.isNamedOnly ? 'named ' : '',
      one.isField ? 'field ' : '',
      rest,
      bound === one.name ? one.name : bound,
      one.annotation ? `: ${expression(one.annotation)}` : '',
      one.fallback ? ` = ${expression(one.fallback)}` : '',
    ].join('');
  }

  function classed(one: ClassDefinition): string {
    const doc = one.docstring === undefined ? '' : ` doc ${JSON.stringify(one.docstring)}`;
    return `${decorators(one.decorators)}class ${one.name ?? ''}(${one.bases.map(expression).join(', ')})${doc} {${one
      .members()
      .map(member)
      .join('; ')}}`;
  }

  function member(one: ClassMember): string {
    if (one.kind === 'statement') return `do ${statement(one.statement)}`;
    if (one.kind === 'method') return func(one.definition);
    const value = one.value ? ` = ${expression(one.value)}` : '';
    return `${one.isStatic ? 'static ' : ''}field ${one.name ?? ''}${typed(one)}${value}`;
  }

  function entry(one: Entry): string {
    if (one.spread) return `**${expression(one.value)}`;
    const key = one.computed ? `[${expression(one.computed)}]` : one.key;
    return `${one.isGetter ? 'get ' : ''}${key}: ${expression(one.value)}`;
  }

  function element({ value, spread }: Element): string {
    return `${spread ? '*' : ''}${expression(value)}`;
  }

  function piece(one: TextPiece): string {
    return JSON.stringify(textValue(text, [one]));
  }

  function expression(one: Expression): string {
    switch (one.kind) {
      case 'literal':
        return String(one.scalar);
      case 'nothing':
        return 'nothing';
      case 'text':
        return one.pieces.map(piece).join(' ');
      case 'template': {
        const parts = one.parts.map((part) => ('spelling' in part ? piece(part) : `\${${expression(part)}}`));
        return `${one.tag ? expression(one.tag) : ''}\`${parts.join('')}\`${one.isFormatted ? ' formatted' : ''}`;
      }
      case 'list':
        return `[${one.elements.map(element).join(', ')}]`;
      case 'record':
        return `{${one.entries.map(entry).join(', ')}}`;
      case 'name':
        return one.name;
      case 'this':
      case 'super':
        return `<${one.kind}>`;
      case 'member':
        return `${expression(one.object)}.${one.property}`;
      case 'index':
        return `${expression(one.object)}[${expression(one.index)}]`;
      case 'slice':
        return `${expression(one.object)}[${[one.from, one.to, one.step]
          .map((bound) => (bound ? expression(bound) : ''))
          .join(':')}]`;
      case 'call': {
        const given = [...one.positional.map(element), ...one.named.map(entry)].join(', ');
        const callee = `${one.isNew ? 'new ' : ''}${expression(one.indexed ?? one.callee)}`;
        return `${callee}${one.brackets ? `(${given})` : ''}`;
      }
      case 'function':
        return `<${func(one.definition)}>`;
      case 'class':
        return `<${classed(one.definition)}>`;
      case 'binary':
      case 'logical':
        return `(${expression(one.left)} ${one.operator} ${expression(one.right)})`;
      case 'not':
      case 'typeof':
        return `(${one.kind} ${expression(one.operand)})`;
      case 'conditional':
        return `(${expression(one.test)} ? ${expression(one.yes)} : ${expression(one.no)})`;
      case 'comprehension': {
        const clauses = one.clauses.map((clause) =>
          clause.kind === 'if'
            ? ` if ${expression(clause.test)}`
            : ` for ${target(clause.target)} in ${expression(clause.iterable)}`,
        );
        const key = one.key ? `${expression(one.key)}: ` : '';
        return `${one.of}(${key}${expression(one.result)}${clauses.join('')})`;
      }
      case 'same':
        return `${one.by}(${expression(one.value)})`;
      case 'assign':
        return `(${target(one.target)} ${SIGNS[one.operator]} ${expression(one.value)})`;
      case 'yield':
        return `(yield${one.all ? ' all' : ''}${one.value ? ` ${expression(one.value)}` : ''})`;
      case 'sequence':
        return `(${one.values.map(expression).join(', ')})`;
      case 'module':
        return `module ${one.specifier}`;
      case 'unknown':
        return `?(${[reasonText(one.why), ...one.parts.map(expression)].join(' | ')})`;
    }
  }

  function target(one: Target): string {
    switch (one.kind) {
      case 'name':
        return one.name;
      case 'member':
        return `${expression(one.object)}.${one.property}`;
      case 'index':
        return `${expression(one.object)}[${expression(one.index)}]`;
      case 'slice':
        return `${expression(one.object)}[:]`;
      case 'items':
        return `[${one.items
          .map((item) => `${item.rest ? '*' : ''}${item.target ? target(item.target) : ''}${fallback(item)}`)
          .join(', ')}]`;
      case 'members':
        return `{${one.members
          .map((item) => {
            const key = item.computed ? `[${expression(item.computed)}]` : item.key;
            return `${item.rest ? '*' : `${key}: `}${target(item.target)}${fallback(item)}`;
          })
          .join(', ')}}`;
      case 'unknown':
        return `?(${one.parts.map(expression).join(' | ')})`;
    }
  }

  function fallback(one: { fallback: Expression | undefined }): string {
    return one.fallback ? ` = ${expression(one.fallback)}` : '';
  }
}

const words = (declares: string | undefined): string => (declares === undefined ? '' : `${declares} `);

const SIGNS = { set: '=', add: '+=', merge: '|=', default: '??=', and: '&&=', other: '~=' } as const;
