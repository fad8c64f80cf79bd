import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { passEndingOf } from '#lib/wire/reader/pass-ending.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';

/** What may be shown of a text that a reader sent: of a wallet pass only the ending. */
export function useShownText(profiles: ReaderProfiles): (text: string) => string {
  const t = useTranslations('readers');
  return (text) => {
    const ending = passEndingOf(text, profiles);
    return ending === null ? text : t('pass', { ending });
  };
}
