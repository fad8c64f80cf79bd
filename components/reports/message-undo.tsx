import { useEffect, useEffectEvent, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { UndoMessagesOutcome } from '#lib/wire/messages.ts';

interface MessageUndoProps {
  count: number;
  /** How long they can be undone, from now on. */
  ms: number;
  onUndo(): Promise<ActionResult<UndoMessagesOutcome>>;
  onUndone(outcome: UndoMessagesOutcome): unknown;
  /** The time is over, and no undo is under way or has failed. */
  onOver(): void;
}

/** Says that messages wait, and undoes them. Use a new `key` for each sending. */
export function MessageUndo({ count, ms, onUndo, onUndone, onOver }: MessageUndoProps) {
  const t = useTranslations('whoStaysAway.message');
  const undo = useAction(onUndo, { onDone: onUndone });
  const [leftMs, setLeftMs] = useState(ms);
  const countDown = useEffectEvent((left: number): boolean => {
    setLeftMs(left);
    const isOver = left <= 0 && !undo.isPending && undo.failure === null;
    if (isOver) onOver();
    return isOver;
  });
  useEffect(() => {
    const read = timeLeft(ms);
    const timer = setInterval(() => {
      if (countDown(read())) clearInterval(timer);
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
        <PendingButton look="main" isPending={undo.isPending} onClick={() => void undo.run()}>
          {t('undo')}
        </PendingButton>
      </div>
      <Problem>{undo.failure}</Problem>
    </div>
  );
}
