import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { bodyOf, withBody } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';

/** A tool with what the function that runs for it says of it: its effect. */
export function judgedByBody(tool: Tool, body: CodeSyntaxNode | undefined): Tool {
  return body ? withBody(tool, bodyOf(body, readCommand)) : tool;
}
