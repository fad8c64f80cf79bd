import { type FieldProblem, longestEntry } from '#lib/wire/members.ts';

/** The one rule of an entry that the form itself applies; the others are applied by the desk to the member as it is by then. */
export const personMistake = (): FieldProblem => ({ code: 'tooLong', max: longestEntry });
