import type { Editor } from '../model/fix.js';
import type { Place, Range } from '../model/place.js';
import type { SyntaxNode } from './node.js';

/**
 * The place of what a path below a node leads to, as far as it leads. Most such places are never reported, so the path is
 * walked when the place is asked for.
 */
export function placeBelow(node: SyntaxNode, path: readonly (string | number)[]): Place {
  return new PlaceBelow(node, path);
}

class PlaceBelow implements Place {
  readonly file: string;

  constructor(
    private readonly base: SyntaxNode,
    private readonly way: readonly (string | number)[],
  ) {
    this.file = base.document.file;
  }

  get path(): string {
    return this.place().path;
  }

  range(): Range {
    return this.place().range();
  }

  element(): Range {
    const place = this.place();
    return place.element?.() ?? place.range();
  }

  edit(): Editor | undefined {
    return this.node().edit();
  }

  private place(): Place {
    const node = this.node();
    return node.at(node.kind === 'object' || node.kind === 'array' ? 'key' : 'value');
  }

  private node(): SyntaxNode {
    let at = this.base;
    for (const key of this.way) at = (typeof key === 'number' ? at.items()[key] : at.get(key)) ?? at;
    return at;
  }
}
