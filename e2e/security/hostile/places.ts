/** This many of them, starting at an index, cyclically. */
export const some = <Value>(all: readonly Value[], from: number, count: number): Value[] =>
  Array.from({ length: count }, (_, at) => all[(from + at) % all.length] as Value); // safe because: below the length

/** A path with the same value for all of its parameters, or with the values given by name. */
export const inPlaces = (path: string, place: string, byName: Record<string, string> = {}): string =>
  path.replace(/\[(?:\.\.\.)?(\w+)\]|\{(\w+)\}/g, (_, ofPage: string, ofOperation: string) =>
    encodeURI(byName[ofPage ?? ofOperation] ?? place),
  );

/** Values of a path parameter, sent unencoded. */
export const oddPlaces: readonly string[] = [
  '%ED%A0%80',
  '%00',
  '%2F..%2F',
  '%F0%9F%92%AA',
  '__proto__',
  '1e400',
  '%',
  'x'.repeat(4_000),
];

/** A path with an unencoded value for all of its parameters. */
export const putPlace = (path: string, place: string): string => path.replace(/\{\w+\}/g, () => place);

const longestQueryText = 400;
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestQueryText);

/** A query string; values that are not text are sent as JSON. */
export const queryOf = (sent: object): string =>
  new URLSearchParams(Object.entries(sent).map(([name, value]): [string, string] => [name, textOf(value)])).toString();
