import type { Place, Range } from '../../model/place.js';
import type { SyntaxNode } from '../node.js';
import type { CodeFile } from './file.js';
import type { CodeView } from './view.js';

/** The place of a node. One is made for every element of the model, so it holds references and works out the rest late. */
export class CodePlace implements Place {
  constructor(
    private readonly view: CodeView,
    readonly range: () => Range,
    private readonly named?: string | SyntaxNode,
    private readonly writtenIn?: CodeFile,
  ) {}

  get file(): string {
    return (this.writtenIn ?? this.view.value.at.file).file;
  }

  get path(): string {
    const { named, view } = this;
    return typeof named === 'object' ? named.path() : (named ?? view.path());
  }

  edit() {
    return this.view.edit();
  }

  element(): Range {
    return this.view.elementRange();
  }
}
