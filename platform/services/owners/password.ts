import { isCommonPassword } from '#shared/password/common-password.ts';
import { isMainlyNames } from '#shared/password/mainly-names.ts';
import { longestPassword, shortestPassword } from '#shared/password/password.ts';

export type PasswordMistake = 'tooShort' | 'tooLong' | 'tooCommon' | 'mainlyNames';

/** Names that an attacker would try. */
interface KnownNames {
  email: string;
  gym: string;
}

/** @returns why a new password is rejected; undefined if it is valid */
export function refusePassword(password: string, { email, gym }: KnownNames): PasswordMistake | undefined {
  if (password.length < shortestPassword) return 'tooShort';
  if (password.length > longestPassword) return 'tooLong';
  if (isCommonPassword(password)) return 'tooCommon';
  return isMainlyNames(password, { words: [email], wholes: ['Front Desk', gym] }) ? 'mainlyNames' : undefined;
}
