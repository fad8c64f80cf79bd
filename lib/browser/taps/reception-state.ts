import type { Glance } from '#lib/wire/verdict.ts';
import type { TapQueueState } from './tap-queue.ts';
import { emptyHistory, type VerdictHistory } from './verdict-history.ts';

/** A look-up that is not decided yet. */
export interface PendingLookUp {
  tapId: string;
  /** Epoch milliseconds by the browser's clock. */
  tappedAt: number;
  /** What was read, or the name that was chosen. */
  value: string;
  /** Whom the desk takes it for meanwhile; null until it has said, or where it knows nobody. */
  glance: Glance | null;
}

/** What one location's screens show. */
export interface ReceptionState {
  history: VerdictHistory;
  /** The newest look-up on its way; shown in place of a verdict. */
  lookingUp: PendingLookUp | null;
  /** On their way or waiting, of every location: they wait in this browser. */
  taps: TapQueueState;
  isUndoing: boolean;
  /** How far the desk's clock is ahead of the browser's, where the desk corrected the time of a tap. */
  clockAheadMs: number;
}

/** Before anything has happened. */
export const untouchedReception: ReceptionState = {
  history: emptyHistory,
  lookingUp: null,
  taps: { sending: [], waiting: [], notUnderstood: [], unreadable: [] },
  isUndoing: false,
  clockAheadMs: 0,
};

/** A button pressed. */
export type Press =
  | { kind: 'checkIn' | 'checkOut'; accountId: string }
  | { kind: 'admitAnyway'; accountId: string; reason: string };
