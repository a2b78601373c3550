import { isShell, programName } from '../../syntax/shell/command-line.js';
import { type Command, scanShell } from '../../syntax/shell/scan.js';

const DEVICE = /^\/dev\/(?:tcp|udp)\/([^/\s]+)\/\d+/;
const NETCAT = /^(?:nc|ncat|netcat)$/;
const DEEPEST = 4;

/** The host to which a command connects a shell, so that it runs what the other side sends; undefined where it does not. */
export function shellConnection(text: string, depth = 0): string | undefined {
  if (depth > DEEPEST || !/\/dev\/(?:tcp|udp)\/|\b(?:nc|ncat|netcat|socat)\b/.test(text)) return undefined;
  for (const command of scanShell(text, { start: 0, end: text.length }).commands) {
    const found = hostOfShell(command, depth);
    if (found !== undefined) return found;
  }
  return hostOfDescriptor(text);
}

/** The host of a connection that a text opens under a number first, and that a shell then reads: `exec 3<>/dev/tcp/...; sh <&3`. */
function hostOfDescriptor(text: string): string | undefined {
  for (const [opened, number = '', host] of text.matchAll(OPENED)) {
    const rest = text.slice(text.indexOf(opened) + opened.length);
    const reads = new RegExp(
      `\\b(?:ba|da|z|k)?sh\\b[^;|\\n]{0,60}<&\\s?${number}\\b|<&\\s?${number}\\s{0,3}\\|\\s{0,3}(?:(?:ba|da|z|k)?sh\\b|while\\s{1,3}read\\s{1,3}(?:-r\\s{1,3})?(\\w{1,30})\\b[^\\n]{0,40}\\$\\1\\b)`,
    );
    if (reads.test(rest)) return host;
  }
  return undefined;
}

const OPENED = /\bexec\s{1,3}(\d{1,3})<>\s?\/dev\/(?:tcp|udp)\/([^/\s]{1,200})\/\d/g;

function hostOfShell(
  { words, outputFiles = [], inputFile, feeds = [] }: Command,
  depth: number,
): string | undefined {
  const values = words.map(({ value }) => value).filter((value, index) => index > 0 || value !== 'exec');
  const program = programName(values[0] ?? '');
  if (isShell(program)) {
    const flag = values.findIndex((value) => /^-[a-z]*c$/.test(value));
    const inner = flag < 0 ? undefined : shellConnection(values[flag + 1] ?? '', depth + 1);
    if (inner !== undefined) return inner;
    const files = [...outputFiles, ...(inputFile ? [inputFile] : [])].map(({ value }) => value);
    return flag < 0
      ? files.map((file) => DEVICE.exec(file)?.[1]).find((host) => host !== undefined)
      : undefined;
  }
  if (NETCAT.test(program)) {
    const runs = values.some(
      (value, index) =>
        /^-[a-z]*[ec]$|^--(?:sh-)?exec$/.test(value) && isShell(programName(values[index + 1] ?? '')),
    );
    const isFed = feeds.some((one) => isShell(programName(one.words[0]?.value ?? '')));
    return runs || isFed ? values.slice(1).find((value) => /^[\w-]+(?:\.[\w-]+)+$/.test(value)) : undefined;
  }
  if (program === 'socat' && values.some((value) => /^(?:exec|system):/i.test(value)))
    return values
      .map((value) => /^(?:tcp|openssl|udp)\d?:([^:]+):/i.exec(value)?.[1])
      .find((host) => host !== undefined);
  return undefined;
}
