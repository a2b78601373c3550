import type { ConfigLayer } from '../model/index.js';

/** The name of the vendor profile in force: the nearest configuration that names one. */
export function vendorOf(layers: readonly ConfigLayer[]): string | undefined {
  return layers.findLast((layer) => layer.vendor)?.vendor;
}
