'use client';

import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { AwayNotice } from '#components/away/away-notice.tsx';
import { ChangesOfDevice } from '#components/away/changes-of-device.tsx';
import { UnreadableNotice } from '#components/away/unreadable-notice.tsx';
import { ConflictDialog } from '#components/tasks/conflict-dialog.tsx';
import { leaveShell } from '#lib/browser/app-shell/drop-shell.ts';
import { clockOfWindow } from '#lib/browser/clock/clock-of-window.ts';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';
import { deskAheadMs } from '#lib/browser/clock/time-by-desk.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { DeskAnswer } from './use-desk-answer.ts';
import { useReturn } from './use-return.ts';

interface AwayFloorProps {
  place: TapPlace;
  timeZone: string;
  answer: DeskAnswer;
}

/** The training floor while the desk is unreachable: changes that wait in this browser, without the list of members. */
export function AwayFloor({ place, timeZone, answer }: AwayFloorProps) {
  const t = useTranslations('pages');
  const { unseen, cause, holdsPage, retryNow, unreadableCount, removeUnreadable, ...changes } = useTaskChanges(place);
  const mine = unseen.filter(({ staffId }) => staffId === place.staffId);
  const state = useReturn({ answer, onBack: retryNow, mayGo: () => !holdsPage });
  return (
    <main className="page grid max-w-3xl content-start gap-4">
      <h1 className="font-bold text-2xl tracking-tight">{t('floor')}</h1>
      <div role="status">
        <AwayNotice of="floor" state={state} onOpen={() => void leaveShell()} />
      </div>
      <UnreadableNotice of="changes" count={unreadableCount} onRemove={removeUnreadable} />
      <ChangesOfDevice changes={mine} cause={cause} timeZone={timeZone} onRetry={retryNow} />
      {/* the desk may answer before the page returns to the floor */}
      <ConflictDialog
        conflicts={changes.conflicts}
        today={todayAt(timeZone)}
        onKeepMine={changes.keepMine}
        onKeepTheirs={changes.keepTheirs}
      />
    </main>
  );
}

/** Today at the gym, by the desk's clock as far as it is known. */
const todayAt = (timeZone: string) => dayInZone(Date.now() + (deskAheadMs(clockOfWindow().stamp()) ?? 0), timeZone);
