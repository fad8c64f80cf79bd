import { type ReadName, reads } from './registry.ts';

/** A read, with the input from the path and the query of its URL. */
export interface AskedRead {
  name: ReadName;
  /** Texts by name; a list where the query repeats a name. */
  input: Record<string, string | string[]>;
}

const below = '/api/desk';
const patterns = Object.entries(reads).map(([name, { path }]) => ({
  name: name as ReadName, // safe because: the names are those of the registry
  wanted: path.split('/'),
}));

/**
 * The read for a URL of the desk's own API; null where it is none.
 * @throws URIError where the path is malformed
 */
export function findRead({ pathname, searchParams }: URL): AskedRead | null {
  const found = findPattern(pathname);
  if (!found) return null;
  const named = found.wanted.flatMap((part, at) =>
    isName(part) ? [[part.slice(1, -1), decodeURIComponent(found.parts[at] ?? '')] as const] : [],
  );
  return { name: found.name, input: { ...textsOf(searchParams), ...Object.fromEntries(named) } };
}

/** The route pattern of a read's URL, without personal data (for logs); null where it is no read. */
export function findReadPath(pathname: string): string | null {
  const found = findPattern(pathname);
  return found ? below + found.wanted.join('/') : null;
}

const isName = (part: string) => part.startsWith('[');

function findPattern(pathname: string) {
  if (!pathname.startsWith(`${below}/`)) return null;
  const parts = pathname.slice(below.length).split('/');
  const found = patterns.find(
    ({ wanted }) =>
      wanted.length === parts.length &&
      wanted.every((part, at) => (isName(part) ? parts[at] !== '' : part === parts[at])),
  );
  return found ? { ...found, parts } : null;
}

function textsOf(query: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = query.getAll(name);
      return [name, more.length > 0 ? [first, ...more] : first];
    }),
  );
}
