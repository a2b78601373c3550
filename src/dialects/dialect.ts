import type { AgentSystem, Surface, VendorProfile } from '../model/index.js';
import type { SyntaxNode } from '../syntax/node.js';

/** What a name or a glob proposes before content decides. */
export interface Proposal {
  /** The dialect that the name proposes, where it does. */
  dialect?: string;
}

/** Why a document is, or is not, of a dialect: printed by `inspect`. */
export type Recognition =
  | { claimed: true; reason: string }
  | {
      claimed: false;
      reason: string;
      /** It comes close to this dialect, so this reason is the one to tell. */
      near?: boolean;
    };

/** What a reader may know beside the document. */
export interface ReadContext {
  vendor?: VendorProfile;
}

/** One way in which the world writes agent configuration. */
export interface Dialect {
  /** Position in which dialects are asked; the first that claims a root reads it. */
  order: number;
  name: string;
  surface: Surface;
  /** Whether this root of a document is of this dialect. */
  recognise(root: SyntaxNode, proposal: Proposal): Recognition;
  /** Reads a root that `recognise` claimed; several requests in one file give several systems. */
  read(root: SyntaxNode, context: ReadContext): AgentSystem[];
}
