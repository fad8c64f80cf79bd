import { useEffect, useEffectEvent, useState } from 'react';
import type { AwayState } from '#components/away/away-notice.tsx';
import { mayReturn, noteReturn } from '#lib/browser/app-shell/returns.ts';
import { mayUnload } from '#lib/browser/page/page-leaving.ts';
import { isInUse } from '#lib/browser/version/use-reload.ts';
import type { DeskAnswer } from './use-desk-answer.ts';

const lookEveryMs = 1_000;

interface Return {
  answer: DeskAnswer;
  /** Called once the desk answers: sends what waits. */
  onBack(): void;
  /** Whether nothing is pending or in use. */
  mayGo(): boolean;
}

/**
 * Reloads the requested page once the desk answers and nothing is lost by it. The service worker stays: if the desk is too
 * busy to render pages, it serves the shell instead, which accepts scans.
 * @returns the state to show
 */
export function useReturn({ answer, onBack, mayGo }: Return): AwayState {
  const [isUnopened, setUnopened] = useState(false);
  const back = useEffectEvent(onBack);
  const goOnce = useEffectEvent((timer: ReturnType<typeof setInterval>) => {
    const isDue = mayReturn(Date.now());
    setUnopened(!isDue);
    if (!isDue || isInUse() || !mayGo() || !mayUnload()) return;
    // only once: another reload would restart the loading, which then never ends with a slow desk
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
