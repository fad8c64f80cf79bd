import 'server-only';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import type { ColleagueInput, ForgetOutcome } from '#lib/wire/staff.ts';
import { replaceIdentity } from './replace-identity.ts';

/**
 * Deletes the name and the address of a disabled colleague. The pseudonym is in the language of the manager.
 * @throws ActionFailure as `replaceIdentity`
 */
export const forgetColleague = async (context: Reauthenticated, { staffId }: ColleagueInput): Promise<ForgetOutcome> =>
  replaceIdentity(context, { staffId, pseudonym: (await getTranslations('office.staff'))('formerColleague') });
