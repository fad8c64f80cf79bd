import { type PathAt, pathAt } from '#lib/wire/path-at.ts';
import type { Read } from './read.ts';

const partsIn = /\[(\w+)\]/g;

/** The URL of a read: input that the path names goes into the path, the rest into the query. */
export function addressOf<Input extends object>(
  read: Pick<Read<Input, unknown>, 'path' | 'input'>,
  locationId: string,
  input: Input,
): PathAt {
  const { filled, query } = fill(read, input);
  return pathAt(locationId, `/api/desk${filled}`, query);
}

/** The same without the API's own path and without the location, as a part of {@link together}. */
export function partOf<Input extends object>(read: Pick<Read<Input, unknown>, 'path' | 'input'>, input: Input): string {
  const { filled, query } = fill(read, input);
  const search = String(query);
  return search === '' ? filled : `${filled}?${search}`;
}

function fill<Input extends object>({ path }: Pick<Read<Input, unknown>, 'path' | 'input'>, input: Input) {
  const rest = new Map<string, unknown>(Object.entries(input));
  const filled = path.replace(partsIn, (_, name: string) => {
    const part = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return part;
  });
  const said = [...rest].flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === '' ? [] : [[name, String(one)]])),
  );
  return { filled, query: new URLSearchParams(said) };
}
