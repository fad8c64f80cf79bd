import { useEffect, useEffectEvent, useState } from 'react';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface MessageUndoProps {
  count: number;
  /** How long they can be undone, from now on. */
  ms: number;
  isPending: boolean;
  failure: string | null;
  onUndo(): void;
  /** The time is over. */
  onOver(): void;
}

/** Says that messages wait, and undoes them. Use a new `key` for each sending. */
export function MessageUndo({ count, ms, isPending, failure, onUndo, onOver }: MessageUndoProps) {
  const t = useTranslations('whoStaysAway.message');
  const [leftMs, setLeftMs] = useState(ms);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const read = timeLeft(ms);
    const timer = setInterval(() => {
      setLeftMs(read());
      if (read() > 0) return;
      clearInterval(timer);
      over();
    }, 250);
    return () => clearInterval(timer);
  }, [ms]);
  return (
    <div className="sticky bottom-3 z-10 grid gap-2 rounded-lg border border-accent bg-surface px-4.5 py-3 shadow-md print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">
          <span role="status">{t('waits', { count })}</span>{' '}
          <span aria-hidden className="text-ink-soft tabular-nums">
            {t('seconds', { seconds: Math.max(0, Math.ceil(leftMs / 1_000)) })}
          </span>
        </p>
        <PendingButton look="main" isPending={isPending} onClick={onUndo}>
          {t('undo')}
        </PendingButton>
      </div>
      <Problem>{failure}</Problem>
    </div>
  );
}
