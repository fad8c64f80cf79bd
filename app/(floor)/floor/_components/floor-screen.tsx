'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useJustDone } from '#app/_components/use-just-done.ts';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { UnreadableNotice } from '#components/away/unreadable-notice.tsx';
import { FloorCard } from '#components/floor/floor-card.tsx';
import {
  countScopes,
  type FloorCardData,
  type FloorFilter,
  filterFloor,
  noFilter,
  typesOf,
} from '#components/floor/floor-filter.ts';
import { FloorHeader } from '#components/floor/floor-header.tsx';
import { MemberDialog } from '#components/floor/member-dialog.tsx';
import { SectionState } from '#components/reading/section-state.tsx';
import { ConflictDialog } from '#components/tasks/conflict-dialog.tsx';
import { NotLinkedNote, StaleNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { byUrgency } from '#lib/changes/by-urgency.ts';
import { useTranslations } from '#lib/i18n/translations.ts';
import { floorQuery } from '#lib/queries/task-queries.ts';
import { useLiveUpdates } from '#lib/queries/use-live-updates.ts';
import type { TapPlace } from '#lib/taps/new-tap.ts';
import { useReload } from '#lib/version/use-reload.ts';
import { useFloorCards } from './use-floor-cards.ts';
import { useOpenedCard } from './use-opened-card.ts';

interface FloorScreenProps {
  place: TapPlace;
  /** Name of who is signed in. */
  person: string;
  timeZone: string;
  /** Whether the role may set and complete tasks. */
  mayRecord: boolean;
  version: string;
}

/** The trainer's page for the whole day, on a tablet. */
export function FloorScreen({ place, person, timeZone, mayRecord, version }: FloorScreenProps) {
  const t = useTranslations('floor');
  const [filter, setFilter] = useState<FloorFilter>(noFilter);
  const changes = useTaskChanges(place);
  const justDone = useJustDone(person);
  useReload(version, () => !changes.holdsPage && justDone.done.length === 0);
  const isConnected = useLiveUpdates(place.locationId, changes.retryNow);
  const { data: floor, dataUpdatedAt, isError, isRefetchError, refetch } = useQuery(floorQuery(place.locationId));
  const cards = useFloorCards({ floor, unseen: changes.unseen, justDone: justDone.done, person });
  const opened = useOpenedCard(cards);

  const kept = (
    <>
      <WaitingChanges count={changes.waitingCount} onRetry={changes.retryNow} />
      <UnreadableNotice of="changes" count={changes.unreadableCount} onRemove={changes.removeUnreadable} />
    </>
  );
  if (!floor) {
    // the page brings the first list with it; another person's is read anew
    return (
      <main className={frame}>
        {kept}
        <SectionState isReading isFailed={isError} onRetry={() => void refetch()} />
      </main>
    );
  }
  const { today } = floor;
  const isAway = !isConnected || changes.isAway || isRefetchError;
  const mayComplete = mayRecord && floor.isLinked;
  const shown = filterFloor(cards, filter, today);

  const finish = (taskId: string) => {
    const card = cards.find(({ tasks }) => tasks.some(({ id }) => id === taskId));
    const task = card?.tasks.find(({ id }) => id === taskId);
    if (card && task) justDone.add(card.accountId, task);
    changes.complete(taskId);
  };
  const undo = (taskId: string) => {
    justDone.takeBack(taskId);
    changes.reopen(taskId);
  };
  /** The floor shows nothing of who is not in, and so not what has just been written. */
  const leaveWhoHasLeft = () => {
    if (!opened.hasLeft || !opened.card) return;
    toast.success(t('savedOfLeft', { name: opened.card.displayName }));
    opened.close();
  };
  const common = { today, timeZone, mayComplete, onDone: finish, onUndo: undo };

  return (
    <main className={frame}>
      <FloorHeader
        filter={filter}
        counts={countScopes(cards, filter, today)}
        types={typesOf(cards)}
        onFilter={setFilter}
        memberCount={cards.length}
        staleSince={isAway ? dataUpdatedAt : null}
        timeZone={timeZone}
      />
      {kept}
      {mayRecord && !floor.isLinked && <NotLinkedNote />}
      <StaleNote asOf={floor.asOf} staleBecause={floor.staleBecause} timeZone={timeZone} />
      {shown.length === 0 && <Nobody cards={cards} onShowAll={() => setFilter({ ...noFilter, scope: 'all' })} />}
      <ul
        aria-label={t('members')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3.5 empty:hidden"
      >
        {shown.map((card) => (
          <FloorCard key={card.accountId} card={card} {...common} onOpen={opened.open} />
        ))}
      </ul>
      {opened.card && (
        <MemberDialog
          card={{ ...opened.card, tasks: opened.card.tasks.toSorted(byUrgency) }}
          hasLeft={opened.hasLeft}
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
      )}
      {changes.conflict && (
        <ConflictDialog
          conflict={changes.conflict}
          today={today}
          onKeepMine={changes.keepMine}
          onKeepTheirs={changes.keepTheirs}
        />
      )}
    </main>
  );
}

const frame = 'page grid max-w-[100rem] content-start gap-4';

function Nobody({ cards, onShowAll }: { cards: readonly FloorCardData[]; onShowAll(): void }) {
  const t = useTranslations('floor');
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-line bg-surface px-4 py-12 text-center">
      <p className="text-ink-soft text-xl">{t(cards.length === 0 ? 'nobody' : 'noMatch')}</p>
      {cards.length > 0 && <Button onClick={onShowAll}>{t('showAll')}</Button>}
    </div>
  );
}
