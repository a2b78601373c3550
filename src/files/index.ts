export { discover, type DiscoverOptions, type Discovery } from './discover.js';
export { fileReader, type FileReader, MAX_FILE_BYTES, MAX_SOURCE_BYTES } from './read-file.js';
export { isBelow, followLink, realPathOf } from './links.js';
export { findRoot, type Root } from './root.js';
export { suggestPath } from './suggest.js';
