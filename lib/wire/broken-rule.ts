import type { z } from 'zod';

/**
 * The rule that a value breaks: as a schema names one of its own, `.refine(…, breaks('dayOver'))`, else zod's code of it, such
 * as `too_small`.
 */
function brokenRule(issue: z.core.$ZodIssue): string {
  const rule: unknown = issue.code === 'custom' ? issue.params?.rule : undefined;
  return typeof rule === 'string' ? rule : issue.code;
}

/** The first rule that each field breaks, by its dotted path. */
export function brokenRules(error: z.ZodError | undefined): Record<string, string> {
  const rules: Record<string, string> = {};
  for (const issue of error?.issues ?? []) rules[issue.path.join('.')] ??= brokenRule(issue);
  return rules;
}

/** Names a rule of a schema, for the form that says it in a sentence. */
export const breaks = (rule: string) => ({ params: { rule } });
