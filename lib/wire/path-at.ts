declare const named: unique symbol;

/** An address of the desk's own interface that names its location. Made by {@link pathAt} alone. */
export type PathAt = string & { readonly [named]: true };

/** The address of something of a location: what a screen reads is of the location that the screen shows, and of no other. */
export function pathAt(
  locationId: string,
  path: `/api/${string}`,
  query: Record<string, string> | URLSearchParams = {},
): PathAt {
  const search = new URLSearchParams([['locationId', locationId], ...new URLSearchParams(query)]);
  return `${path}?${search}` as PathAt; // safe because: it names the location
}
