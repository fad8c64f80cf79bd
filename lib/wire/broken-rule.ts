import type { z } from 'zod';

/**
 * The rule that a value breaks: as a schema names one of its own, `.refine(…, breaks('dayOver'))`, else zod's code of it, such
 * as `too_small`.
 */
export function brokenRule(issue: z.core.$ZodIssue): string {
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined;
  return typeof rule === 'string' ? rule : issue.code;
}

/** Names a rule of a schema, for the form that says it in a sentence. */
export const breaks = (rule: string) => ({ params: { rule } });
