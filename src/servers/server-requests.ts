import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** What a server may ask of its client, in words that follow `it asked`. A snapshot answers none of it. */
const REQUESTS: Readonly<Record<string, string>> = {
  'elicitation/create': 'a person for input',
  'sampling/createMessage': 'for the answer of a model',
  'roots/list': 'for the folders of its client',
};

/** What is noticed of the messages of a server, beside what the client makes of them. */
export interface ServerRequests {
  /** What it asked for, in words that follow `it asked`; undefined: nothing. */
  asked(): string | undefined;
  /** Whether the client sent a request of this method. */
  wasSent(method: string): boolean;
  /** Fails at the first answer that is none of the protocol: the client would wait for another one until the end. */
  broken: Promise<never>;
}

/** Listens to a transport before a client takes it over. */
export function watchRequests(transport: Transport): ServerRequests {
  let asked: string | undefined;
  const sent = new Map<unknown, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message) sent.set(message.id, message.method);
    return send(message, options);
  };
  const broken = new Promise<never>((_, reject) => {
    transport.onmessage = (message: JSONRPCMessage) => {
      if ('method' in message) {
        const { method } = message;
        if (Object.hasOwn(REQUESTS, method)) asked ??= `${REQUESTS[method]} (\`${method}\`)`;
      } else if (!isAnswer(message)) {
        const method = sent.get((message as { id?: unknown }).id) ?? 'initialize';
        // What an older server makes of `server/discover` is no mistake.
        if (method !== 'server/discover') reject(new BrokenAnswer(method));
      }
    };
  });
  // Nobody may be waiting any more when it comes.
  broken.catch(() => undefined);
  return { asked: () => asked, wasSent: (method) => [...sent.values()].includes(method), broken };
}

/** An answer that holds neither a result nor an error. */
export class BrokenAnswer extends Error {
  constructor(method: string) {
    super(`its answer to \`${method}\` breaks the protocol: it contains neither a result nor an error`);
  }
}

function isAnswer(message: JSONRPCMessage): boolean {
  const { result, error } = message as { result?: unknown; error?: unknown };
  if (typeof result === 'object' && result !== null) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message: text } = error as { code?: unknown; message?: unknown };
  return typeof code === 'number' && typeof text === 'string';
}

const ENDS_OPEN = /(?:[:?>]|\.\.\.|…|\([yn]\)|[[(]y(?:es)?\/n(?:o)?[\])]:?)$/i;
const ASKS =
  /\b(?:pass(?:word|phrase|code)|user ?name|log ?in|e-?mail|token|key|secret|code|otp|pin|enter|type|choose|select|press|continue|proceed|confirm|which|y\/n)\b/i;
const LONGEST_PROMPT = 120;

/**
 * The prompt that a text ends in: `Enter password:`. A line that is not ended waits for what is typed behind it; of an
 * ended one its words have to say so.
 */
export function promptIn(text: string): string | undefined {
  const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  if (last.startsWith('{') || last.length > LONGEST_PROMPT || !ENDS_OPEN.test(last)) return undefined;
  return !text.endsWith('\n') || ASKS.test(last) ? last : undefined;
}
