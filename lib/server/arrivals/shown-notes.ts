import type { ShownNote } from '#lib/server/verdict/decide.ts';
import type { Arrival } from './arrive.ts';
import type { LevelledNote } from './read-facts.ts';

/** An older scan was delivered late: the member has gone in, and cannot be stopped by a note. */
const atCounterMs = 60_000;

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
  const isAtCounter = now - arrival.tappedAt < atCounterMs;
  switch (arrival.intent) {
    case 'show':
      return true;
    case 'scan':
      return isAtCounter;
    case 'checkIn':
      // beside the button were the notes of the member for whom the card was taken
      return arrival.pressedFor !== accountId && isAtCounter;
    case 'override':
      return false;
  }
}
