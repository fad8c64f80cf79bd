/** So many of them, from one on, and from the first again after the last. */
export const some = (bodies: readonly string[], from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => bodies[(from + at) % bodies.length] ?? '');

/** A path with the same in all of its places, or with what stands for each of them by name. */
export const inPlaces = (path: string, place: string, byName: Record<string, string> = {}): string =>
  path.replace(/\[(?:\.\.\.)?(\w+)\]|\{(\w+)\}/g, (_, ofPage: string, ofOperation: string) =>
    encodeURI(byName[ofPage ?? ofOperation] ?? place),
  );

/** What a place of an address may hold as it is sent. */
export const oddPlaces: readonly string[] = [
  ...['%ED%A0%80', '%00', '%2F..%2F', '%F0%9F%92%AA', '__proto__', '1e400', '%', 'x'.repeat(4_000)],
];

/** A path with that in all of its places, which is no text to be encoded. */
export const putPlace = (path: string, place: string): string => path.replace(/\{\w+\}/g, () => place);

const longestQueryText = 400;
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestQueryText);

/** What an address asks for by name; what is no text stands there as JSON. */
export const queryOf = (sent: object): string =>
  new URLSearchParams(Object.entries(sent).map(([name, value]): [string, string] => [name, textOf(value)])).toString();
