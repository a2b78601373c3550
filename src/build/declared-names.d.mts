export interface Declared {
  owner: string;
  name: string;
  kind: 'export' | 'option' | 'method' | 'member';
  deprecated?: boolean;
}

export interface Names {
  declared: Declared[];
  words: Set<string>;
  code: Set<string>;
}

export function declaredIn(folders: readonly string[], language: 'typescript' | 'python'): Names;
