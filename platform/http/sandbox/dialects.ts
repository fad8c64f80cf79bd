/**
 * How the sandbox speaks, so that a client meets here what another provider of the interface may do.
 * - `strict` refuses what the published document does not allow;
 * - `other` refuses the same, and answers otherwise wherever no promise forbids it.
 */
export const dialects = ['strict', 'other'] as const;
export type Dialect = (typeof dialects)[number];
