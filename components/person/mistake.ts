import { type FieldProblem, longestEntry } from '#lib/wire/members.ts';

/** The only rule checked in the form. The desk checks all others, against the member's current data. */
export const personMistake = (): FieldProblem => ({ code: 'tooLong', max: longestEntry });
