export { type DiscoverOptions, discover, MOST_AROUND } from './discover.js';
export { isObserved } from './observed.js';
export { MAX_FILE_BYTES, MAX_SOURCE_BYTES } from './limits.js';
export { fileReader } from './read-file.js';
export { findRoot, type Root } from './root.js';
export { bytesAt, disk, type FileStore, lookIn, overlay, realPathIn } from './store.js';
export { suggestPath } from './suggest.js';
export { followLink, isBelow, realPathOf } from './symlinks.js';
export { makeFolder, replaceFile, writeFailure } from './write-file.js';
