import { useEffect, useRef, useState } from 'react';
import type { FloorCardData } from '#components/floor/floor-filter.ts';
import type { useFloorCards } from './use-floor-cards.ts';

/**
 * The member whose dialog is open. A member who checks out meanwhile stays in it with the last known data, and what is
 * done there since, until it is closed: a check-out discards no unsaved input, and the next check-in opens no dialog.
 */
export function useOpenedCard({ shown, show, leaveOpen }: Omit<ReturnType<typeof useFloorCards>, 'cards'>) {
  const [accountId, setAccountId] = useState<string | null>(null);
  const last = useRef<FloorCardData | null>(null);
  const present = shown.find((card) => card.accountId === accountId);
  const remembered = last.current?.accountId === accountId ? show(last.current) : null;
  const all = accountId === null ? null : (present ?? remembered);
  const card = all && leaveOpen(all);
  // no list of the desk brings back a task that is undone after the member has left
  useEffect(() => {
    if (!all || !card) return;
    const isOpen = new Set(card.tasks.map(({ id }) => id));
    last.current = { ...all, tasks: [...card.tasks, ...all.tasks.filter(({ id }) => !isOpen.has(id))] };
  });
  return {
    card,
    hasLeft: accountId !== null && !present,
    open: setAccountId,
    close: () => setAccountId(null),
  };
}
