import { CloudOff, PlugZap } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** `back`: the desk is reachable again; `unopened`: it is, but the requested page fails to open. */
export type AwayState = 'away' | 'back' | 'unopened';

interface AwayNoticeProps {
  of: 'counter' | 'floor';
  state: AwayState;
  /** Opens the whole page. */
  onOpen(): void;
}

/** Says what works without the desk and what does not. Replaces the list, which is not stored. */
export function AwayNotice({ of, state, onOpen }: AwayNoticeProps) {
  const t = useTranslations('away');
  const isAway = state === 'away';
  const Icon = isAway ? CloudOff : PlugZap;
  return (
    <section
      aria-label={t('title')}
      className="grid content-start gap-3 rounded-md border border-line bg-surface px-4.5 py-4"
    >
      <p className="flex items-start gap-3 font-semibold text-lg">
        <Icon aria-hidden className="mt-1 size-5 shrink-0 text-unconfirmed" />
        {t(isAway ? 'title' : 'back')}
      </p>
      <p>{t(isAway ? of : `${state}Text`)}</p>
      {isAway ? (
        <p className="text-ink-soft">{t('notKept')}</p>
      ) : (
        <Button look="main" className="justify-self-start" onClick={onOpen}>
          {t('open')}
        </Button>
      )}
    </section>
  );
}
