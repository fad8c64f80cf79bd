import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { getTranslations } from '#lib/server/i18n/server-translations.ts';
import type { MailLinkInput, MailOutcome } from '#lib/wire/staff.ts';
import { linkMailIn } from './link-mail.ts';
import { sendLink } from './send-link.ts';

/**
 * Sends a colleague their sign-in link by e-mail, in the language of the manager.
 * @throws ActionFailure as `sendLink`
 */
export const mailLink = async (context: StaffContext, { token }: MailLinkInput): Promise<MailOutcome> =>
  sendLink(context, { token, write: linkMailIn(await getTranslations('mail')) });
