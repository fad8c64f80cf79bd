/**
 * Normalises text of a person or a platform for PostgreSQL, which accepts neither NUL nor half of a surrogate pair.
 * @returns null where nothing is left
 */
export const storedText = (told: string | null | undefined): string | null =>
  told?.replaceAll('\u0000', '').toWellFormed().trim() || null;
