import type { Glance } from '#lib/wire/verdict.ts';
import type { TapQueueState } from './tap-queue.ts';
import { emptyHistory, type VerdictHistory } from './verdict-history.ts';

/** A look-up without a verdict yet. */
export interface PendingLookUp {
  tapId: string;
  /** Epoch milliseconds by the browser's clock. */
  tappedAt: number;
  /** The text that was read, or the name of the chosen member. */
  value: string;
  /**
   * The member by the desk's own directory, shown until the verdict; null until that answer, or if it finds no member.
   */
  glance: Glance | null;
}

/** The state that the screens of one location render. */
export interface ReceptionState {
  history: VerdictHistory;
  /** The newest look-up in flight; shown in place of a verdict. */
  lookingUp: PendingLookUp | null;
  /** Taps in flight or waiting, of every location: the queue is one for the whole browser. */
  taps: TapQueueState;
  /** The taps whose visits are being undone. */
  undoingTapIds: readonly string[];
  /** How far the desk's clock is ahead of the browser's, by the last tap whose time the desk corrected. */
  clockAheadMs: number;
}

/** The initial state. */
export const untouchedReception: ReceptionState = {
  history: emptyHistory,
  lookingUp: null,
  taps: { sending: [], waiting: [], notUnderstood: [], unreadable: [] },
  undoingTapIds: [],
  clockAheadMs: 0,
};

/** A press of a button. */
export type Press =
  | { kind: 'checkIn'; accountId: string; scanTapId?: string }
  | { kind: 'checkOut'; accountId: string }
  | { kind: 'admitAnyway'; accountId: string; reason: string };
