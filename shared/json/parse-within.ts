/** How much a text of JSON may hold: a bound on its bytes alone bounds no time. */
export interface JsonBounds {
  /** How deep lists and objects may stand in each other. */
  depth: number;
  /** How many values there may be, keys not counted; an empty list or object counts as two. */
  values: number;
}

/**
 * Reads JSON that somebody else has written. Its brackets and commas are counted first: to build two million lists inside
 * one another takes seconds and their own size many times over, to count them a few milliseconds.
 * @throws SyntaxError for what is no JSON, and for what is deeper or more than it may be
 */
export function parseWithin(text: string, bounds: JsonBounds): unknown {
  if (!isWithin(text, bounds)) throw new SyntaxError('The JSON is deeper or longer than it may be.');
  return JSON.parse(text);
}

/** Counts without reading. Knows nothing of JSON but its strings, and so counts right in what is none as well. */
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

/** @returns where the quote that ends it stands, or the end of the text */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
