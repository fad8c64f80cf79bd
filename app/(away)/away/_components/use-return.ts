import { useEffect, useEffectEvent, useState } from 'react';
import type { AwayState } from '#components/away/away-notice.tsx';
import { mayReturn, noteReturn } from '#lib/browser/app-shell/returns.ts';
import { mayUnload } from '#lib/browser/page/page-leaving.ts';
import { isInUse } from '#lib/browser/version/use-reload.ts';
import type { DeskAnswer } from './use-desk-answer.ts';

const lookEveryMs = 1_000;

interface Return {
  answer: DeskAnswer;
  /** Called once the desk answers: what waits is sent. */
  onBack(): void;
  /** Whether nothing waits or is being read. */
  mayGo(): boolean;
}

/**
 * Goes back to the page that was asked for, once the desk answers and nobody loses anything by it. The worker stays: a desk
 * that is too full for pages still has the shell open in their place, which takes scans.
 * @returns how things stand
 */
export function useReturn({ answer, onBack, mayGo }: Return): AwayState {
  const [isUnopened, setUnopened] = useState(false);
  const back = useEffectEvent(onBack);
  const goOnce = useEffectEvent((timer: ReturnType<typeof setInterval>) => {
    const isDue = mayReturn(Date.now());
    setUnopened(!isDue);
    if (!isDue || isInUse() || !mayGo() || !mayUnload()) return;
    // a second time would begin the loading anew, which a slow desk never ends then
    clearInterval(timer);
    noteReturn(Date.now());
    window.location.reload();
  });
  useEffect(() => {
    if (answer !== 'back') return;
    back();
    const timer = setInterval(() => goOnce(timer), lookEveryMs);
    return () => clearInterval(timer);
  }, [answer]);
  if (answer === 'away') return 'away';
  return isUnopened ? 'unopened' : 'back';
}
