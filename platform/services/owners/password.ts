import { isCommonPassword } from '#shared/password/common-password.ts';
import { longestPassword, shortestPassword } from '#shared/password/password.ts';

export type PasswordMistake = 'tooShort' | 'tooLong' | 'tooCommon';

/** @returns why a new password is rejected; undefined if it is valid */
export function refusePassword(password: string): PasswordMistake | undefined {
  if (password.length < shortestPassword) return 'tooShort';
  if (password.length > longestPassword) return 'tooLong';
  return isCommonPassword(password) ? 'tooCommon' : undefined;
}
