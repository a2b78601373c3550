import { SESSION_CREATION } from '../../src/facts/session-creation.js';
import { defineRule, type Report, type SessionRequest } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** What creates a session, as the facts state it. */
const { method: METHOD, path: PATH } = SESSION_CREATION;

export default defineRule({
  id: 'session/request',
  summary: 'A session creation has the wrong method, path or content type',
  severity: 'error',
  surface: 'product',
  spec: '4, 9',
  remediation: 'Send `POST {base_url}/v1/agents/sessions` with `Content-Type: application/json`.',
  references: ['AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  about: ['request'],
  check({ request }, report) {
    if (!request) return;
    // Where the headers alone are shown, method and path are those of whatever sends them.
    const line = request.complete ? [methodFlaw(request), pathFlaw(request)] : [];
    for (const flaw of [...line, contentTypeFlaw(request)]) if (flaw) report(flaw);
  },
});

function methodFlaw({ at, method }: SessionRequest): Report | undefined {
  if (method === undefined) return computed(at, 'the method', METHOD);
  if (method.value.toUpperCase() === METHOD) return undefined;
  return {
    at,
    message: `\`${method.value.toUpperCase()}\` is the wrong method: a session is created with \`${METHOD}\`.`,
    remediation: `Set the method to \`${METHOD}\`.`,
    fixes: [{ title: `Set the method to \`${METHOD}\``, edits: () => method.replace?.(METHOD) }],
  };
}

function pathFlaw({ at, path }: SessionRequest): Report | undefined {
  if (path === undefined) return computed(at, 'the path', PATH);
  if (path.value.endsWith(PATH)) return undefined;
  // What a variable stands for is not known, so only the text behind the last one is judged.
  const variableEnd = path.value.lastIndexOf('}}');
  if (variableEnd >= 0 && PATH.endsWith(path.value.slice(variableEnd + 2)))
    return computed(at, 'the path', PATH);
  return {
    at,
    message: `\`${redact(path.value)}\` is the wrong path: it must end in \`${PATH}\`.`,
    remediation: `Set the path to \`${PATH}\`.`,
    fixes: [{ title: `Set the path to \`${PATH}\``, edits: () => path.replace?.(PATH) }],
  };
}

function contentTypeFlaw({ headers }: SessionRequest): Report | undefined {
  const header = headers.find((one) => one.name.toLowerCase() === 'content-type');
  if (header === undefined) return undefined;
  const mediaType = (header.value.split(';')[0] ?? '').trim().toLowerCase();
  if (header.dynamic || mediaType.includes('{{'))
    return computed(header.at, 'the content type', 'application/json');
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return undefined;
  return {
    at: header.at,
    message: `\`${header.name}\` is \`${redact(mediaType)}\`, but the service accepts JSON only.`,
    remediation: `Set \`${header.name}\` to \`application/json\`.`,
    fixes: [
      {
        title: `Set \`${header.name}\` to \`application/json\``,
        safe: true,
        edits: () => header.valueAt.edit?.()?.replace('application/json'),
      },
    ],
  };
}

function computed(at: Report['at'], subject: string, expected: string): Report {
  return {
    at,
    message: `\`${expected}\` cannot be checked: ${subject} is computed at run time.`,
    evidence: 'undecidable',
    subject: `${subject} of the session creation`,
  };
}
