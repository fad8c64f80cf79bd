const closing: Record<string, string> = { '(': ')', '{': '}', '[': ']' };

/** The text between the bracket that opens at `start` and the one that closes it. Brackets in strings count as well. */
export function textWithin(source: string, start: number): string {
  const open: string[] = [];
  for (let place = start; place < source.length; place += 1) {
    const sign = source[place] ?? '';
    if (sign in closing) open.push(closing[sign] ?? '');
    else if (sign === open.at(-1) && open.pop() && open.length === 0) return source.slice(start + 1, place);
  }
  return source.slice(start + 1);
}
