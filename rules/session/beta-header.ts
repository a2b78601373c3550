import { isBetaHeader } from '../../src/dialects/requests/session-request.js';
import { SESSION_CREATION } from '../../src/facts/session-creation.js';
import {
  defineRule,
  type Header,
  type Report,
  type SessionRequest,
  type VendorProfile,
} from '../../src/model/index.js';

/** The value that opts in to the service (spec, section 9). */
const OPT_IN = SESSION_CREATION.optIn;

export default defineRule({
  id: 'session/beta-header',
  summary: 'A session is created without the beta header',
  severity: 'error',
  surface: 'product',
  spec: '4, 9',
  remediation:
    'Send the header `<Vendor>-Beta: agents=v1` with session creation. Decide which operator it goes to, and write its name in place of `<Vendor>`.',
  references: ['LLM04:2026', 'CWE-1357', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  about: ['request'],
  check({ request, language }, report, { vendor }) {
    if (request === undefined) return;
    const candidates = request.headers.filter((header) => mayOptIn(header, vendor));
    const sent = candidates.find((header) => isNamedRight(header, vendor) && optsIn(header));
    if (sent) {
      report.met({ state: 'shown', value: OPT_IN, at: sent.at });
      return;
    }
    report(flawOf(request, candidates, { vendor, inCode: language !== undefined }));
  },
});

function flawOf(
  request: SessionRequest,
  candidates: readonly Header[],
  { vendor, inCode }: { vendor: VendorProfile | undefined; inCode: boolean },
): Report {
  const name = vendor?.betaHeader ?? '<Vendor>-Beta';
  const computed = candidates.find((header) => header.dynamic);
  const wrong =
    candidates.find((header) => !header.dynamic && askedFor(header)) ??
    (computed ? undefined : candidates[0]);
  if (wrong) {
    const stated = askedFor(wrong);
    const words =
      stated === undefined ? `does not contain \`${OPT_IN}\`` : `is \`${stated}\`, not \`${OPT_IN}\``;
    return {
      at: wrong.at,
      message: `\`${wrong.name}\` ${words}: the service is not available to this request.`,
      remediation: `Set \`${wrong.name}\` to \`${OPT_IN}\`.`,
      fixes: [
        {
          title: `Set \`${wrong.name}\` to \`${OPT_IN}\``,
          safe: true,
          edits: () => wrong.valueAt.edit?.()?.replace(optedIn(wrong)),
        },
      ],
    };
  }
  if (computed) {
    return {
      at: computed.at,
      message: `\`${name}\` is computed at run time: whether it contains \`${OPT_IN}\` is unknown.`,
      evidence: 'undecidable',
      subject: `whether the header \`${name}\` contains \`${OPT_IN}\``,
    };
  }
  const whose = vendor
    ? ''
    : '. Decide which operator the request goes to, and write its name in place of `<Vendor>`';
  return {
    at: request.at,
    message: `\`${name}: ${OPT_IN}\` is missing: the service is not available without this header.`,
    evidence: 'absent',
    // Without a profile the name of the operator is not known.
    fixes: [
      vendor && {
        title: `Add the header \`${name}: ${OPT_IN}\``,
        safe: true,
        edits: () => request.addHeader?.(name, OPT_IN),
      },
    ],
    remediation: `${inCode ? `Send the header \`${name}: ${OPT_IN}\` with this call` : additionTo(request, `${name}: ${OPT_IN}`)}${whose}.`,
  };
}

function additionTo(request: SessionRequest, header: string): string {
  if (request.command === 'curl') return `Add \`-H '${header}'\` to the command`;
  if (request.command === 'wget') return `Add \`--header='${header}'\` to the command`;
  if (request.complete) return `Add the line \`${header}\` under the request line`;
  return request.at.path === 'headers'
    ? `Add \`${header}\` to \`headers\``
    : `Add \`headers: { ${header} }\``;
}

/** Header names ignore case; a computed name may turn out to be any. */
function mayOptIn(header: Header, vendor: VendorProfile | undefined): boolean {
  return header.name.includes('{{') || isNamedRight(header, vendor);
}

/** Without a profile the name of the operator is not known, so every `<Vendor>-Beta` counts. */
function isNamedRight({ name }: Header, vendor: VendorProfile | undefined): boolean {
  return vendor ? name.toLowerCase() === vendor.betaHeader.toLowerCase() : isBetaHeader(name);
}

const items = ({ value }: Header) => value.split(',').map((item) => item.trim());

const optsIn = (header: Header) => header.value === OPT_IN || items(header).includes(OPT_IN);

/** The value with which a header opts in: another version is replaced, what else is in it stays. */
function optedIn(header: Header): string {
  const asked = askedFor(header);
  return asked === undefined
    ? OPT_IN
    : items(header)
        .map((item) => (item === asked ? OPT_IN : item))
        .join(', ');
}

/** The other version that a header asks for. Any other value is not printed: it may be anything. */
const askedFor = (header: Header) => items(header).find((item) => /^agents=[\w.-]{1,20}$/.test(item));
