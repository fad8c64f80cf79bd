import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type MessagesUnderWay, unsureShownH } from '#lib/wire/messages.ts';

/** Says how many messages wait, and how many may not have arrived. */
export function MessageTrouble({ waiting, unsure }: Pick<MessagesUnderWay, 'waiting' | 'unsure'>) {
  const t = useTranslations('whoStaysAway.message');
  return (
    <div role="status" className="grid gap-1.5 font-medium text-attention empty:hidden print:hidden">
      {waiting > 0 && <p>{t('waiting', { count: waiting })}</p>}
      {unsure > 0 && <p>{t('unsure', { count: unsure, hours: unsureShownH })}</p>}
    </div>
  );
}
