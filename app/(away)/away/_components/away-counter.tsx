'use client';

import { CheckInScreen } from '#app/g/[gym]/(desk)/_components/check-in-screen.tsx';
import { isQuiet } from '#app/g/[gym]/(desk)/_components/is-quiet.ts';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { AwayNotice } from '#components/away/away-notice.tsx';
import { leaveShell } from '#lib/browser/app-shell/drop-shell.ts';
import type { DeskAnswer } from './use-desk-answer.ts';
import { useReturn } from './use-return.ts';

/** The answer to a tap that waited is read before the whole page comes back. */
const verdictInUseMs = 20_000;

/** The counter of a desk that is away: takes scans, confirms nobody, and keeps what it takes. */
export function AwayCounter({ answer }: { answer: DeskAnswer }) {
  const reception = useReception();
  const state = useReturn({ answer, onBack: reception.retryNow, mayGo: () => isQuiet(reception, verdictInUseMs) });
  return (
    <CheckInScreen isDemo={false} away={<AwayNotice of="counter" state={state} onOpen={() => void leaveShell()} />} />
  );
}
