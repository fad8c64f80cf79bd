'use client';

import { CheckInScreen } from '#app/g/[gym]/(desk)/_components/check-in-screen.tsx';
import { isQuiet } from '#app/g/[gym]/(desk)/_components/is-quiet.ts';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { AwayNotice } from '#components/away/away-notice.tsx';
import { leaveShell } from '#lib/browser/app-shell/drop-shell.ts';
import type { DeskAnswer } from './use-desk-answer.ts';
import { useReturn } from './use-return.ts';

/** How long the verdict of a tap that waited stays before the page reloads. */
const verdictInUseMs = 20_000;

/** The counter while the desk is unreachable: it accepts and stores scans, and confirms none. */
export function AwayCounter({ answer }: { answer: DeskAnswer }) {
  const reception = useReception();
  const state = useReturn({ answer, onBack: reception.retryNow, mayGo: () => isQuiet(reception, verdictInUseMs) });
  return (
    <CheckInScreen isDemo={false} away={<AwayNotice of="counter" state={state} onOpen={() => void leaveShell()} />} />
  );
}
