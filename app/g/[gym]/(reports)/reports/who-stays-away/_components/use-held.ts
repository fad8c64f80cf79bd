import { useState } from 'react';
import type { HeldSending } from '#lib/wire/messages.ts';

/**
 * The sendings that can be undone: those that this page has made, and those that the desk holds for the user, from before the page
 * was loaded or from another window.
 */
export function useHeld(onDesk: readonly HeldSending[]) {
  const [made, setMade] = useState<readonly HeldSending[]>([]);
  const [over, setOver] = useState<ReadonlySet<string>>(new Set());
  const isMade = ({ sendingId }: HeldSending) => made.some((one) => one.sendingId === sendingId);
  return {
    held: [...made, ...onDesk.filter((one) => !isMade(one))].filter(({ sendingId }) => !over.has(sendingId)),
    hold: (sending: HeldSending) => {
      setMade((before) => [...before.filter(({ sendingId }) => sendingId !== sending.sendingId), sending]);
      setOver((before) => new Set([...before].filter((sendingId) => sendingId !== sending.sendingId)));
    },
    /** Undone, or sent. */
    drop: (sendingId: string) => setOver((before) => new Set(before).add(sendingId)),
  };
}
