/** A link longer than this is cut by many programs that pass it on. */
export const LONGEST_LINK = 100_000;

/** Text that a link may stand for: it can be much longer than the link. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** A text as letters that the fragment of an address takes. */
export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of new Uint8Array(await new Response(stream).arrayBuffer()))
    letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text of a link; undefined where it stands for none, or for one that is too long. */
export async function unpacked(letters: string): Promise<string | undefined> {
  try {
    const packedText = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(packedText, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .pipeThrough(new TextDecoderStream('utf-8', { fatal: true, ignoreBOM: true }))
      .getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (text.length > LONGEST_TEXT) {
        await reader.cancel();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
}
