/** Larger than any answer of the interface; a page of 100 members has about 100 kB. */
const largestAnswerBytes = 4 * 1024 * 1024;

/** Reads a body as text. @returns null where it exceeds the limit */
export async function readBounded(
  response: Pick<Response, 'body'>,
  limit = largestAnswerBytes,
): Promise<string | null> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // leaving the loop cancels the body
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > limit) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
