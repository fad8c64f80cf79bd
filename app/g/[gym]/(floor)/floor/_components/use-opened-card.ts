import { useEffect, useRef, useState } from 'react';
import type { FloorCardData } from '#components/floor/floor-filter.ts';

/**
 * The member whose dialog is open. Who is checked out meanwhile stays in it as last known until it is closed: what a
 * trainer is writing there goes with nobody's check-out, and no dialog opens by itself when the member comes again.
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
