/** Limits of a JSON text. A limit of its bytes alone does not limit the time to parse it. */
export interface JsonBounds {
  /** Maximum nesting of lists and objects. */
  depth: number;
  /** Maximum number of values, without keys; an empty list or object counts as two. */
  values: number;
}

/**
 * Parses untrusted JSON. Brackets and commas are counted first: parsing two million nested lists takes seconds and
 * many times their size in memory, counting them takes milliseconds.
 * @throws SyntaxError if the text is not JSON, or exceeds the limits
 */
export function parseWithin(text: string, bounds: JsonBounds): unknown {
  if (!isWithin(text, bounds)) throw new SyntaxError('The JSON is deeper or longer than it may be.');
  return JSON.parse(text);
}

/** Counts without parsing. It recognizes only strings, so it also counts invalid JSON correctly. */
export function isWithin(text: string, { depth, values }: JsonBounds): boolean {
  let opened = 0;
  let found = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === ']' || sign === '}') opened -= 1;
    else if (sign === '[' || sign === '{') {
      opened += 1;
      found += 1;
    } else if (sign === ',') found += 1;
    if (opened > depth || found > values) return false;
  }
  return true;
}

/** @returns the index of the closing quote, or the end of the text */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
