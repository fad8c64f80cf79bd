const digits = /^\d{1,30}$/;
/** `1.23457E+11`, or `1,23457E+11` with a decimal comma. */
const shortened = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;

/** Why a row holds no user id: something else, a number that a spreadsheet has abbreviated, or one out of range. */
export type IdProblem = 'notAnId' | 'shortened' | 'outOfRange';

/** Parses a user id of the legacy interface: a whole number from 1 to `Number.MAX_SAFE_INTEGER`. */
export function readUserId(written: string): { id: number } | { problem: IdProblem } {
  const text = written.replace(/^[\s'"]+|[\s'"]+$/g, '');
  if (shortened.test(text)) return { problem: 'shortened' };
  if (!digits.test(text)) return { problem: 'notAnId' };
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? { id } : { problem: 'outOfRange' };
}
