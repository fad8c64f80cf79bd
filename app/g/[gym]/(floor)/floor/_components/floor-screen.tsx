'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useJustDone } from '#app/_components/use-just-done.ts';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { UnreadableNotice } from '#components/away/unreadable-notice.tsx';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { MemberDialog } from '#components/floor/member-dialog.tsx';
import { useLastKnown } from '#components/hooks/use-last-known.ts';
import { SectionState } from '#components/reading/section-state.tsx';
import { ConflictDialog } from '#components/tasks/conflict-dialog.tsx';
import { NotLinkedNote, StaleNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { toast } from '#components/ui/toast.ts';
import { byUrgency } from '#lib/browser/changes/by-urgency.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { onSessionChange } from '#lib/browser/queries/session-change.ts';
import { floorQuery } from '#lib/browser/queries/task-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { TapPlace } from '#lib/browser/taps/new-tap.ts';
import { useReload } from '#lib/browser/version/use-reload.ts';
import { FloorList } from './floor-list.tsx';
import { useFloorCards } from './use-floor-cards.ts';
import { useOpenedCard } from './use-opened-card.ts';

interface FloorScreenProps {
  place: TapPlace;
  /** The name of the signed-in user. */
  person: string;
  timeZone: string;
  /** Whether the role may create and complete tasks. */
  mayRecord: boolean;
  version: string;
}

/** The training floor, for a tablet. */
export function FloorScreen({ place, person, timeZone, mayRecord, version }: FloorScreenProps) {
  const t = useTranslations('floor');
  const changes = useTaskChanges(place);
  const justDone = useJustDone(person, changes);
  useReload(version, () => !changes.holdsPage && justDone.done.length === 0);
  const isConnected = useLiveUpdates(place.locationId, changes.retryNow);
  const { data: floor, dataUpdatedAt, isError, isRefetchError, refetch } = useQuery(floorQuery(place.locationId));
  // a refetch after a change of user does not close the dialog
  const known = useLastKnown(floor);
  const { cards, ...members } = useFloorCards({
    floor: known,
    unseen: changes.unseen,
    justDone: justDone.done,
    person,
  });
  const opened = useOpenedCard(members);
  const giveUp = useEffectEvent(opened.close);
  // a badge sign-in on this page has asked about unsaved input already
  useEffect(() => onSessionChange((where) => where === 'here' && giveUp()), []);

  const isAway = !isConnected || changes.cause !== null || isRefetchError;
  const finish = (taskId: string) => {
    for (const { accountId, tasks } of opened.card ? [opened.card, ...cards] : cards) {
      const task = tasks.find(({ id }) => id === taskId);
      if (task) return justDone.complete(accountId, task);
    }
  };
  /** The floor does not list members who have left: a toast confirms what was saved of them. */
  const leaveWhoHasLeft = () => {
    if (!opened.hasLeft || !opened.card) return;
    toast.success(t('savedOfLeft', { name: opened.card.displayName }));
    opened.close();
  };
  const unsent = (
    <>
      <WaitingChanges count={changes.waitingCount} cause={changes.cause} onRetry={changes.retryNow} />
      <UnreadableNotice of="changes" count={changes.unreadableCount} onRemove={changes.removeUnreadable} />
    </>
  );
  const common = known && {
    today: known.today,
    timeZone,
    mayComplete: mayRecord && known.isLinked,
    onDone: finish,
    onUndo: justDone.undo,
  };

  return (
    <main className="page grid max-w-[100rem] content-start gap-4">
      {common && (
        <ConflictDialog
          conflicts={changes.conflicts}
          today={common.today}
          onKeepMine={changes.keepMine}
          onKeepTheirs={changes.keepTheirs}
        />
      )}
      {floor && common ? (
        <FloorList
          // the key: another user starts with no filter
          key={place.staffId}
          cards={cards}
          {...common}
          onOpen={opened.open}
          staleSince={isAway ? dataUpdatedAt : null}
          onRetry={refetch}
          unsent={unsent}
          notes={
            <>
              {mayRecord && !floor.isLinked && <NotLinkedNote />}
              <StaleNote asOf={floor.asOf} staleBecause={floor.staleBecause} timeZone={timeZone} />
            </>
          }
        />
      ) : (
        // the page is prefilled with the first list; after a change of user it is refetched
        <>
          {unsent}
          <SectionState isReading isFailed={isError} onRetry={() => void refetch()} />
        </>
      )}
      {common && opened.card && (
        <DialogBoundary of={opened.card.accountId} onClose={opened.close}>
          <MemberDialog
            card={{ ...opened.card, tasks: opened.card.tasks.toSorted(byUrgency) }}
            hasLeft={opened.hasLeft}
            staff={{ id: place.staffId, displayName: person }}
            {...common}
            onClose={opened.close}
            onCreate={(accountId, task) => {
              changes.create(accountId, task);
              leaveWhoHasLeft();
            }}
            onEdit={(...edit) => {
              changes.edit(...edit);
              leaveWhoHasLeft();
            }}
            onAcknowledge={changes.acknowledge}
          />
        </DialogBoundary>
      )}
    </main>
  );
}
