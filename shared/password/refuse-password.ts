import { isCommonPassword } from './common-password.ts';
import { isMainlyNames } from './mainly-names.ts';
import { longestPassword, shortestPassword } from './password-length.ts';

export type PasswordMistake = 'tooShort' | 'tooLong' | 'tooCommon' | 'mainlyNames';

/** Names that an attacker would try. */
interface KnownNames {
  /** Name and address of the person. */
  person: readonly string[];
  /** The names of their gyms. */
  gyms: readonly string[];
}

/** @returns why a new password is rejected; undefined if it is valid */
export async function refusePassword(
  password: string,
  { person, gyms }: KnownNames,
): Promise<PasswordMistake | undefined> {
  if (password.length < shortestPassword) return 'tooShort';
  if (password.length > longestPassword) return 'tooLong';
  if (await isCommonPassword(password)) return 'tooCommon';
  return isMainlyNames(password, { words: person, wholes: ['Front Desk', ...gyms] }) ? 'mainlyNames' : undefined;
}
