/**
 * How the sandbox's responses differ, so that a client is tested against what another provider of the interface may
 * do.
 * - `strict` rejects what the published document does not allow;
 * - `other` rejects the same, and also changes the responses wherever no promise forbids it.
 */
export const dialects = ['strict', 'other'] as const;
export type Dialect = (typeof dialects)[number];
