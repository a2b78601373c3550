import type { AgentSystem, OpeningKind, Report } from '../model/index.js';
import { redact } from '../model/secrets.js';

/** What a rule reports of settings that open something of one kind. */
export const openingsOf = ({ openings = [] }: AgentSystem, kind: OpeningKind): readonly Report[] =>
  openings
    .filter((one) => one.kind === kind)
    .map(({ at, says, stated, edit, level, also = [] }) => ({
      at,
      ...(level && { severity: level }),
      message: `${redact(says)}${stated === '' ? '' : ` (\`${redact(stated)}\`)`}.`,
      remediation: redact(edit),
      ...(also.length > 0 && {
        related: also.map((place) => ({ at: place, message: 'Another entry of this kind.' })),
      }),
    }));
