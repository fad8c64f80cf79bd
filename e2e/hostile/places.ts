/** So many of them, from one on, and from the first again after the last. */
export const some = (bodies: readonly string[], from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => bodies[(from + at) % bodies.length] ?? '');

/** A path with the same in all of its places, or with what stands for each of them by name. */
export const inPlaces = (path: string, place: string, byName: Record<string, string> = {}): string =>
  path.replace(/\[(?:\.\.\.)?(\w+)\]|\{(\w+)\}/g, (_, ofPage: string, ofOperation: string) =>
    encodeURI(byName[ofPage ?? ofOperation] ?? place),
  );
