import { CloudOff, PlugZap } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';

interface AwayNoticeProps {
  of: 'counter' | 'floor';
  /** Whether the desk is still away. */
  isAway: boolean;
  /** Opens the whole page. */
  onOpen(): void;
}

/** Says what goes on without the desk and what does not, in the place of the list that is not kept. */
export function AwayNotice({ of, isAway, onOpen }: AwayNoticeProps) {
  const t = useTranslations('away');
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
      <p>{t(isAway ? of : 'backText')}</p>
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
