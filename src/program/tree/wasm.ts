/** The types of WebAssembly that are used here: every platform has it, but not every type library declares it. */
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

/** Most bytes that the parser can use: it was built for no more. */
const MOST = 32_768 * PAGE;

/** Bytes that are reserved for reading trees, once parsing has used the rest. */
const RESERVE = 256 * 1024 * 1024;

/**
 * Bytes by which one parse may grow the memory. Valid code of the largest size takes half of it; a text of a few
 * kilobytes that is highly ambiguous takes all there is in one allocation, without a progress callback.
 */
const PER_PARSE = 256 * 1024 * 1024;

/**
 * Bytes for the parser's stack. It was built with 64 KiB, and a text of ten kilobytes that nests ambiguous
 * constructs overflows them, into its own data. With this size the engine's own stack overflows first, cleanly.
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
    // It reports an abort by throwing, and has nothing to print.
    init({ wasmMemory: memory, printErr: () => undefined, instantiateWasm }).then(resolve, reject);
  });
  if (!started || !pointer) throw new Error('the parser was started before');
  pointer.value = started.exports.malloc(STACK) + STACK;
  stack = pointer;
}

/**
 * The result of a parse; undefined if the parser ran out of memory or stack. The memory that this parse had used is
 * lost then; later texts use the rest. Other errors are rethrown.
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
