import type { getTranslations } from '#lib/server/i18n/server-translations.ts';
import type { WriteLinkMail } from './send-link.ts';

type MailWords = Awaited<ReturnType<typeof getTranslations<'mail'>>>;

/** Writes the e-mail with a sign-in link in one language. */
export const linkMailIn =
  (word: MailWords): WriteLinkMail =>
  ({ isInvitation, url, ...names }) => ({
    subject: word('subject', { gym: names.gym }),
    text: [
      word('greeting', { name: names.name }),
      word(isInvitation ? 'invitation' : 'newLink', { from: names.from, gym: names.gym }),
      url,
      word(isInvitation ? 'invitationOnce' : 'newLinkOnce'),
      word('notExpected', { from: names.from }),
    ].join('\n\n'),
  });
