import type { z } from 'zod';

/**
 * The name of the rule that a value breaks: the schema's own name, `.refine(…, breaks('dayOver'))`, otherwise zod's
 * code, such as `too_small`.
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

/** Names a rule of a schema, so that the form can translate it into a message. */
export const breaks = (rule: string) => ({ params: { rule } });
