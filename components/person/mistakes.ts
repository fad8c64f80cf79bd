import type { FieldProblems, FormField } from '#lib/wire/members.ts';

/** What is wrong still, once these fields have another value. The same object where nothing is mended. */
export function withoutMended(problems: FieldProblems, changed: readonly FormField[]): FieldProblems {
  const mended = changed.filter((field) => problems[field]);
  if (mended.length === 0) return problems;
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !mended.some((name) => name === field)));
}
