/** The little of WebAssembly that is used here: every platform has it, and not every list of types does. */
interface Memory {
  readonly buffer: ArrayBuffer;
  /** Adds pages. Throws where there is no room for them. */
  grow(pages: number): number;
}
interface Global {
  value: number;
}
interface Instance {
  readonly exports: { malloc(size: number): number };
}
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory;
  readonly RuntimeError: new (message?: string) => Error;
  instantiate(bytes: ArrayBuffer, imports: Imports): Promise<{ instance: Instance; module: object }>;
};

/** Bytes of a page of memory. */
const PAGE = 64 * 1024;

/** Bytes that the parser may use at all: it was built for no more. */
const MOST = 32_768 * PAGE;

/** Bytes that are kept for asking trees, once parsing has taken the rest. */
const RESERVE = 256 * 1024 * 1024;

/**
 * Bytes by which one parse may grow the memory. Valid code of the largest size takes half of it; a text of a few
 * kilobytes that can be read in very many ways takes all there is, at one blow and without asking.
 */
const PER_PARSE = 256 * 1024 * 1024;

/**
 * Bytes for the parser's stack. It was built with 64 KiB, and a text of ten kilobytes that nests what can be read in
 * several ways makes it write below them, over its own data. In this much the engine's own stack ends first, cleanly.
 */
const STACK = 8 * 1024 * 1024;

const memory = new WebAssembly.Memory({ initial: 512, maximum: MOST / PAGE });
const { grow } = memory;
let limit = MOST;
memory.grow = (pages) => {
  if (memory.buffer.byteLength + pages * PAGE > limit)
    throw new RangeError('a text may not take more memory');
  return grow.call(memory, pages);
};

/** Where the parser's stack ends; known once it was started. */
let stack: Global | undefined;

/**
 * Starts the parser from its bytes, once, in memory and with a stack that are ours. `init` takes the options of the
 * module. Throws where the bytes are no such module.
 */
export async function startParser(
  bytes: ArrayBuffer,
  init: (options: object) => Promise<void>,
): Promise<void> {
  if (stack) return;
  let started: Instance | undefined;
  let pointer: Global | undefined;
  await new Promise<void>((resolve, reject) => {
    const instantiateWasm = (imports: Imports, receive: (instance: Instance, module: object) => void) => {
      pointer = imports.env?.__stack_pointer as Global;
      WebAssembly.instantiate(bytes, imports).then(({ instance, module }) => {
        started = instance;
        receive(instance, module);
      }, reject);
      return {};
    };
    // It tells of an abort by throwing, and has nothing to print.
    init({ wasmMemory: memory, printErr: () => undefined, instantiateWasm }).then(resolve, reject);
  });
  if (!started || !pointer) throw new Error('the parser was started before');
  pointer.value = started.exports.malloc(STACK) + STACK;
  stack = pointer;
}

/**
 * The result of a parse; undefined where the parser found no memory or no stack for it. What that parse had taken of the
 * memory is lost then; the texts after it find the rest. What else is thrown is thrown on.
 */
export function withinBounds<T>(parse: () => T): T | undefined {
  limit = Math.min(memory.buffer.byteLength + PER_PARSE, MOST - RESERVE);
  const top = stack?.value ?? 0;
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    if (stack) stack.value = top;
    return undefined;
  } finally {
    limit = MOST;
  }
}
