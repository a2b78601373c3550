import { type Effect, isMilder } from '../../model/effect.js';
import { withoutEnd } from '../../model/without-end.js';
import { type CallArgument, type CalledName, resultAtStart } from '../../program/index.js';
import { readNameEffect } from '../name.js';
import { tokensOf } from '../tokens.js';
import type { BodyCall, CallEffect, Operands, ReadCommand } from './call.js';
import type { CallRow } from './domain.js';
import { readProgram, readShell } from './process.js';
import { gravestOf, reading, textWith } from './reading.js';
import { isGraphql, isQuery, readRequest } from './request.js';
import { ADDING, readSql } from './sql.js';
import { rowOf } from './table.js';

const NONE: CallArgument = { kind: 'none' };

/** The argument that a row points to: `0|path`, `1.method`. */
function argumentAt(call: BodyCall, where: string): CallArgument {
  for (const route of where.split('|')) {
    const [first = '', ...members] = route.split('.');
    const start =
      first === 'receiver'
        ? (call.receiver?.() ?? NONE)
        : call.argument(/^\d+$/.test(first) ? Number(first) : first);
    const found = members.reduce(memberOf, start);
    if (found.kind !== 'none') return found;
  }
  return NONE;
}

function memberOf(argument: CallArgument, name: string): CallArgument {
  if (argument.kind === 'model' && argument.record) return memberOf(argument.record, name);
  if (argument.kind === 'record')
    return argument.members.get(name) ?? (argument.isOpen ? { kind: 'other' } : NONE);
  if (argument.kind === 'either')
    return { kind: 'either', of: argument.of.map((one) => memberOf(one, name)) };
  if (argument.kind === 'model') return { kind: 'model', isWhole: false };
  return argument.kind === 'other' ? argument : NONE;
}

/** Whether a path is chosen by the model alone; below a fixed folder it is not. */
function isChosen(path: CallArgument): boolean {
  if (path.kind === 'either') return path.of.some(isChosen);
  if (path.kind === 'text') return typeof path.parts[0] === 'object' && path.parts[0].from === 'model';
  return path.kind === 'model' && path.isWhole;
}

/** Whether a path is that of a temporary folder or file of the body, or is inside of such a folder. */
function isTemporary(path: CallArgument): boolean {
  if (path.kind === 'either') return path.of.every(isTemporary);
  const start = resultAtStart(path);
  return start !== undefined && rowOf(start)?.temporary === true;
}

/** Modes of `open`, in both languages: `w` empties the file, `+` writes over what is there. */
function byMode(mode: CallArgument): CallEffect {
  if (mode.kind === 'none') return reading('read', 'mode', 'r');
  if (mode.kind === 'model') return reading('destructive', 'mode');
  if (mode.kind !== 'constant' || typeof mode.value !== 'string') return reading('unknown', 'mode');
  if (/[ax]/.test(mode.value)) return reading('change', 'mode', mode.value);
  return reading(/[w+]/.test(mode.value) ? 'destructive' : 'read', 'mode', mode.value);
}

/** An effect on the file or key that a row points to: who chooses it, and whether it is needed for a while only. */
function onFile(row: CallRow, call: BodyCall, own: CallEffect): CallEffect {
  const path = row.path === undefined ? NONE : argumentAt(call, row.path);
  if (own.effect === 'destructive') {
    const isNew = row.path !== undefined && call.isFresh?.(row.path);
    if (isTemporary(path) || isNew) return reading('change', 'temporary');
  }
  if (isChosen(path)) return { ...own, chosen: 'path' };
  return path.kind === 'constant' && typeof path.value === 'string' ? { ...own, file: path.value } : own;
}

/** The words of a path to a member as a name: `refunds.create` is `create_refunds`, `deleteUser` is itself. */
function wordsOf(path: readonly string[]): string {
  const names = path.map((one) => withoutEnd(one, '()'));
  const last = (names.at(-1) ?? '').replace(/(?<=[a-z])(?:Command|Async|Sync)$/, '');
  const before = names.at(-2);
  return tokensOf(last).length > 1 || before === undefined ? last : `${last}_${before}`;
}

function readByName(call: BodyCall): CallEffect {
  const last = call.path.at(-1) ?? '';
  // `V1DeleteOptions()` is made, and nothing is done yet; `DeleteObjectCommand` is what is done.
  if (/^[A-Z]/.test(last) && !last.endsWith('Command')) return reading('read', 'call');
  const words = wordsOf(call.path);
  const named = readNameEffect(words);
  return reading(named?.effect ?? 'unknown', 'name', tokensOf(words).join(' '));
}

/** Program text that the model writes, in whole or in part, may do anything. */
function readCode(code: CallArgument): CallEffect {
  const isWritten =
    code.kind === 'model' ||
    (code.kind === 'text' && code.parts.some((part) => typeof part === 'object' && part.from === 'model'));
  return reading(isWritten ? 'open-ended' : 'unknown', 'program-text');
}

/** Whether an argument is one of some values; `isGraver`: what the model chooses may be one, too. */
function mayBe(one: CallArgument, values: readonly unknown[], isGraver: boolean): boolean {
  if (one.kind === 'either') return isGraver && one.of.some((each) => mayBe(each, values, isGraver));
  if (one.kind === 'constant') return values.includes(one.value) || values.includes('present');
  return one.kind !== 'none' && (values.includes('present') || (isGraver && one.kind === 'model'));
}

function optionOf(row: CallRow, call: BodyCall): CallEffect | undefined {
  for (const { at, is, effect } of row.options ?? []) {
    const argument = argumentAt(call, at);
    const fits = mayBe(argument, is, isMilder((row.effect ?? 'read') as Effect, effect as Effect));
    if (fits) {
      const value = argument.kind === 'constant' ? ` ${argument.value}` : '';
      return reading(effect as Effect | 'open-ended', 'option', `${at.split('|').at(-1)}${value}`);
    }
  }
  return undefined;
}

/**
 * What a call does to the world, by the table of calls and by its arguments (design, section 1, "Effects of calls in a
 * body"); undefined where the table does not know what is called. `readCommand` reads constant command lines.
 */
export function effectOfCall(call: BodyCall, readCommand: ReadCommand): CallEffect | undefined {
  const row = rowOf(call);
  if (row === undefined) return undefined;
  const own = effectByRow(row, call, readCommand);
  const operands = operandsOf(row, own, call);
  return operands ? { ...own, operands } : own;
}

/** The operands that decide, by the columns of a row; undefined of a call that neither acts nor puts anything. */
function operandsOf(
  { path, key, content, sql, program, shell }: CallRow,
  { effect, openEnded, because }: CallEffect,
  call: BodyCall,
): Operands | undefined {
  const target = key ?? path;
  const text = sql === undefined ? undefined : textWith('?', argumentAt(call, sql));
  const stated = {
    ...(target !== undefined && { target }),
    ...(content !== undefined && { content }),
    ...(text !== undefined && { sql: text }),
  };
  if (effect === 'outward' || openEnded) return { act: 'always' };
  if (effect === 'destructive') {
    if (program || shell !== undefined) return { act: 'runs' };
    return { act: content === undefined ? 'deletes' : 'overwrites', ...stated };
  }
  const adds = because.by === 'statement' && ADDING.has(because.words);
  return effect === 'change' && (content !== undefined || adds) ? { act: 'puts', ...stated } : undefined;
}

function effectByRow(row: CallRow, call: BodyCall, readCommand: ReadCommand): CallEffect {
  const option = optionOf(row, call);
  if (option) return onFile(row, call, option);
  if (row.tagged && !call.isTagged) return reading('read', 'call');
  const at = (where: string): CallArgument => argumentAt(call, where);
  const { effect, http, sql, code, shell, program } = row;
  const shellOf = (text: CallArgument, where: string): CallEffect => {
    const own = readShell(text, readCommand);
    const isPlain = own.openEnded && call.isOfWords?.(Number.parseInt(where, 10));
    return isPlain ? readShell(withQuotes(text), readCommand) : own;
  };
  if (http) {
    const isMethod = /^[A-Z]+$/.test(http.method);
    const stated: CallArgument = isMethod ? { kind: 'constant', value: http.method } : at(http.method);
    const method: CallArgument = stated.kind === 'none' ? { kind: 'constant', value: 'GET' } : stated;
    const address = http.address === undefined ? NONE : at(http.address);
    return isGraphql(address) && isQuery(at(QUERY))
      ? reading('read', 'statement', 'query')
      : readRequest(method, address, http.content === undefined ? undefined : at(http.content));
  }
  if (sql !== undefined) {
    const otherwise = effect === undefined || effect === 'by-name' ? 'unknown' : (effect as Effect);
    return gravestOf(at(sql), (one) => readSql(one, otherwise));
  }
  if (code !== undefined) {
    const own = gravestOf(at(code), readCode);
    return own.openEnded && call.isArithmetic?.(Number.parseInt(code, 10)) ? reading('read', 'call') : own;
  }
  if (shell !== undefined)
    return gravestOf(at(shell), (one) => shellOf(row.tagged ? withQuotes(one) : one, shell));
  if (program) {
    const isShell = program.shell !== undefined && isOn(at(program.shell));
    const list = program.arguments === undefined ? restOf(call, program.rest) : at(program.arguments);
    return gravestOf(at(program.at), (one) =>
      gravestOf(list, (rest) =>
        isShell ? shellOf(joined(one, rest), program.at) : readProgram(one, rest, readCommand),
      ),
    );
  }
  if (effect === 'by-name') return readByName(call);
  const own =
    row.mode === undefined
      ? reading((effect ?? 'read') as Effect | 'open-ended', 'call', row.words)
      : gravestOf(at(row.mode), byMode);
  return onFile(row, call, own);
}

/** A template of which the computed parts behind its beginning are quoted: each is a word of its own. */
const withQuotes = (one: CallArgument): CallArgument =>
  one.kind === 'text' && typeof one.parts[0] === 'string'
    ? { ...one, parts: one.parts.map((part) => (typeof part === 'string' ? part : { from: 'other' })) }
    : one;

/** Where a request has the text of a GraphQL operation: in its options, in an argument of its own, or as the second one. */
const QUERY = '1.body.query|json.query|body.query|data.query|content.query|1.query';

/** Whether an option that makes a program's line text for a shell is set: `shell=True`, `shell: '/bin/bash'`. */
const isOn = (option: CallArgument): boolean =>
  option.kind === 'constant' ? option.value !== false && option.value !== null : option.kind === 'text';

const MOST_ARGUMENTS = 64;

/** The arguments of a call from a position on, as a list. */
function restOf(call: BodyCall, from: number | undefined): CallArgument {
  if (from === undefined) return NONE;
  const items: CallArgument[] = [];
  for (let at = from; at < from + MOST_ARGUMENTS; at++) {
    const item = call.argument(at);
    if (item.kind === 'none') break;
    items.push(item);
  }
  return { kind: 'list', items, isOpen: false };
}

/** A program and its arguments as one list. */
function joined(program: CallArgument, list: CallArgument): CallArgument {
  if (list.kind !== 'list') return program;
  return { kind: 'list', items: [program, ...list.items], isOpen: list.isOpen };
}

/** Whether another system answers a call that the table knows, and not a computation of what it is called with. */
export function isAnswered(call: CalledName): boolean {
  const row = rowOf(call);
  const last = call.path.at(-1) ?? '';
  return row !== undefined && !row.computes && !row.temporary && !/^[A-Z]/.test(last);
}
