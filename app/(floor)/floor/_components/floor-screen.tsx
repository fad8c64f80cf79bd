'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useJustDone } from '#app/_components/use-just-done.ts';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
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
import { ConflictDialog } from '#components/tasks/conflict-dialog.tsx';
import { NotLinkedNote, StaleNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { Button } from '#components/ui/button.tsx';
import { byUrgency } from '#lib/changes/by-urgency.ts';
import { floorQuery } from '#lib/queries/task-queries.ts';
import { useLiveUpdates } from '#lib/queries/use-live-updates.ts';
import type { TapPlace } from '#lib/taps/new-tap.ts';
import { useReload } from '#lib/version/use-reload.ts';
import { useFloorCards } from './use-floor-cards.ts';

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
  const [openAccountId, setOpenAccountId] = useState<string | null>(null);
  const changes = useTaskChanges(place);
  const justDone = useJustDone(person);
  useReload(version, () => changes.unseen.length === 0 && justDone.done.length === 0);
  const isConnected = useLiveUpdates(changes.retryNow);
  const { data: floor, dataUpdatedAt, isRefetchError } = useQuery(floorQuery(place.locationId));
  const cards = useFloorCards({ floor, unseen: changes.unseen, justDone: justDone.done, person });

  if (!floor) return null; // never: the page brings the first list with it
  const { today } = floor;
  const isAway = !isConnected || changes.isAway || isRefetchError;
  const mayComplete = mayRecord && floor.isLinked;
  const shown = filterFloor(cards, filter, today);
  const opened = cards.find(({ accountId }) => accountId === openAccountId);

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
  const common = { today, timeZone, mayComplete, onDone: finish, onUndo: undo };

  return (
    <main className="mx-auto grid w-full max-w-[100rem] content-start gap-4 p-4 sm:p-5.5">
      <FloorHeader
        filter={filter}
        counts={countScopes(cards, filter, today)}
        types={typesOf(cards)}
        onFilter={setFilter}
        memberCount={cards.length}
        staleSince={isAway ? dataUpdatedAt : null}
        timeZone={timeZone}
      />
      <WaitingChanges count={changes.waitingCount} onRetry={changes.retryNow} />
      {mayRecord && !floor.isLinked && <NotLinkedNote />}
      <StaleNote asOf={floor.asOf} staleBecause={floor.staleBecause} timeZone={timeZone} />
      {shown.length === 0 && <Nobody cards={cards} onShowAll={() => setFilter({ ...noFilter, scope: 'all' })} />}
      <ul
        aria-label={t('members')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3.5 empty:hidden"
      >
        {shown.map((card) => (
          <FloorCard key={card.accountId} card={card} {...common} onOpen={setOpenAccountId} />
        ))}
      </ul>
      {opened && (
        <MemberDialog
          card={{ ...opened, tasks: opened.tasks.toSorted(byUrgency) }}
          {...common}
          onClose={() => setOpenAccountId(null)}
          onCreate={changes.create}
          onEdit={changes.edit}
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

function Nobody({ cards, onShowAll }: { cards: readonly FloorCardData[]; onShowAll(): void }) {
  const t = useTranslations('floor');
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-line bg-surface px-4 py-12 text-center">
      <p className="text-ink-soft text-xl">{t(cards.length === 0 ? 'nobody' : 'noMatch')}</p>
      {cards.length > 0 && <Button onClick={onShowAll}>{t('showAll')}</Button>}
    </div>
  );
}
