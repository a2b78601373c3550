import type { Reach } from '../../model/index.js';
import { redact } from '../../model/secrets.js';

/** What an entry pre-approves, in words that complete "allows ... without approval". */
export function reachWords(reach: Reach): string {
  switch (reach.of) {
    case 'everything':
      return 'every tool';
    case 'built-in':
      return 'every built-in tool';
    case 'commands':
      return 'any command';
    case 'edits':
      return reach.where === 'home' ? 'every edit of any file in a home directory' : 'every edit of any file';
    case 'requests':
      return 'a request to any address';
    case 'servers':
      return 'every tool of every MCP server';
    case 'server':
      return `every tool of \`${redact(reach.name)}\``;
    case 'names':
      return `every tool whose name begins with \`${redact(reach.prefix)}\``;
    case 'starts':
      return `every server that \`${redact(reach.file)}\` names, now or later,`;
  }
}
