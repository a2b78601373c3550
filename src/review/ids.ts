import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { GovernedTool, ReviewedFinding } from './types.js';

/** Digits of a hash in an id: no two names of a page share them. */
const DIGITS = 12;

/** The id of a finding, which stays when lines move. */
export const findingId = ({ fingerprint }: Pick<ReviewedFinding, 'fingerprint'>): string =>
  `f-${fingerprint.slice(0, DIGITS)}`;

export const ruleId = (rule: string): string => `r-${rule.replaceAll('/', '-')}`;
/** Decisions are counted from 1. */
export const decisionId = (at: number): string => `d-${at + 1}`;
export const systemId = (file: string): string => hashed('s', [file]);
export const agentId = (file: string, agent: string): string => hashed('a', [file, agent]);
export const serverId = (file: string, agent: string, server: string): string =>
  hashed('m', [file, agent, server]);
export const toolId = ({
  file,
  agent,
  server = '',
  tool,
}: Pick<GovernedTool, 'file' | 'agent' | 'server' | 'tool'>): string =>
  hashed('t', [file, agent, server, tool]);

/** Names are of any length and letter: an id has neither. */
function hashed(kind: string, names: readonly string[]): string {
  return `${kind}-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(names)))).slice(0, DIGITS)}`;
}
