import { type ReadName, reads } from './registry.ts';

/** What an address asks for: a read, and the input that its path and its query say. */
interface AskedRead {
  name: ReadName;
  /** Texts by name; a list where the query says a name several times. */
  input: Record<string, string | string[]>;
}

const below = '/api/desk';
const patterns = Object.entries(reads).map(([name, { path }]) => ({
  name: name as ReadName, // safe because: the names are those of the registry
  parts: path.split('/'),
}));

/**
 * The read of an address of the desk's own interface; null for one that is no read.
 * @throws URIError for a path that holds no text
 */
export function findRead({ pathname, searchParams }: URL): AskedRead | null {
  if (!pathname.startsWith(`${below}/`)) return null;
  const parts = pathname.slice(below.length).split('/');
  for (const { name, parts: wanted } of patterns) {
    const named = matchPath(wanted, parts);
    if (named) return { name, input: { ...textsOf(searchParams), ...named } };
  }
  return null;
}

/** The pattern of an address that is a read's, without what stands in it for a person; null for one that is no read. */
export function findReadPath(pathname: string): string | null {
  const parts = pathname.slice(below.length).split('/');
  const found = patterns.find(({ parts: wanted }) => isPath(wanted, parts));
  return pathname.startsWith(`${below}/`) && found ? below + found.parts.join('/') : null;
}

const isName = (part: string) => part.startsWith('[');
const isPath = (wanted: readonly string[], parts: readonly string[]) =>
  wanted.length === parts.length && wanted.every((part, at) => isName(part) || part === parts[at]);

function matchPath(wanted: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (!isPath(wanted, parts)) return null;
  const named = wanted.flatMap((part, at) =>
    isName(part) ? [[part.slice(1, -1), decodeURIComponent(parts[at] ?? '')] as const] : [],
  );
  return Object.fromEntries(named);
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
