declare const named: unique symbol;

/** The URL of one of the desk's own API routes, with its location. Only {@link pathAt} creates it. */
export type PathAt = string & { readonly [named]: true };

/** Builds an API URL for a location: a screen reads only data of the location that it shows. */
export function pathAt(
  locationId: string,
  path: `/api/${string}`,
  query: Record<string, string> | URLSearchParams = {},
): PathAt {
  const search = new URLSearchParams([['locationId', locationId], ...new URLSearchParams(query)]);
  return `${path}?${search}` as PathAt; // safe because: the query contains the location
}
