import type { ShownNote } from '#lib/server/verdict/decide.ts';
import type { Arrival } from './arrival.ts';
import { isAtCounter } from './at-counter.ts';
import type { LevelledNote } from './read-facts.ts';

interface NotesOf {
  accountId: string;
  notes: readonly LevelledNote[];
  /** Epoch milliseconds. */
  now: number;
}

/** The notes to show of a member. A note of level `stop` stops a scan; who presses the check-in button has read it. */
export function shownAt(arrival: Arrival, { notes, ...of }: NotesOf): ShownNote[] {
  const isUnread = mayBeUnread(arrival, of);
  return notes.map(({ text, level }) => ({ text, stops: level === 'stop' && isUnread }));
}

function mayBeUnread(arrival: Arrival, { accountId, now }: Omit<NotesOf, 'notes'>): boolean {
  const isThere = isAtCounter(arrival.tappedAt, now);
  switch (arrival.intent) {
    case 'show':
      return true;
    case 'scan':
      return isThere;
    case 'checkIn':
      // beside the button were the notes of the member for whom the card was taken
      return arrival.pressedFor !== accountId && isThere;
    case 'override':
      return false;
  }
}
