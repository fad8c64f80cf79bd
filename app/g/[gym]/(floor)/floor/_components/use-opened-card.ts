import { useEffect, useRef, useState } from 'react';
import type { FloorCardData } from '#components/floor/floor-filter.ts';

/**
 * The member whose dialog is open. A member who checks out meanwhile stays in it with the last known data until it is
 * closed: a check-out discards no unsaved input, and the next check-in opens no dialog.
 */
export function useOpenedCard(cards: readonly FloorCardData[]) {
  const [accountId, setAccountId] = useState<string | null>(null);
  const last = useRef<FloorCardData | null>(null);
  const present = cards.find((card) => card.accountId === accountId);
  useEffect(() => {
    if (present) last.current = present;
  }, [present]);
  const remembered = last.current?.accountId === accountId ? last.current : null;
  return {
    card: accountId === null ? null : (present ?? remembered),
    hasLeft: accountId !== null && !present,
    open: setAccountId,
    close: () => setAccountId(null),
  };
}
