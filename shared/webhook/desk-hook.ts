/** The id in the address of a webhook; null where the address is not one of a desk. */
export const hookIdOf = (url: string): string | null =>
  /\/api\/hooks\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(URL.parse(url)?.pathname ?? '')?.[1] ?? null;
