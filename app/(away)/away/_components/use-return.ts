import { useEffect, useEffectEvent } from 'react';
import { leaveShell } from '#lib/app-shell/drop-shell.ts';
import { isInUse } from '#lib/version/use-reload.ts';
import type { DeskAnswer } from './use-desk-answer.ts';

const lookEveryMs = 1_000;

interface Return {
  answer: DeskAnswer;
  /** Called once the desk answers: what waits is sent. */
  onBack(): void;
  /** Whether nothing waits or is being read. */
  mayGo(): boolean;
}

/** Goes back to the page that was asked for, once the desk answers and nobody loses anything by it. */
export function useReturn({ answer, onBack, mayGo }: Return): void {
  const back = useEffectEvent(onBack);
  const go = useEffectEvent(() => {
    if (!isInUse() && mayGo()) void leaveShell();
  });
  useEffect(() => {
    if (answer !== 'back') return;
    back();
    const timer = setInterval(() => go(), lookEveryMs);
    return () => clearInterval(timer);
  }, [answer]);
}
