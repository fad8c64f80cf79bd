import type { MemberSummary, UnconfirmedVerdict, Verdict, WaitingReason, WithNextActor } from '#lib/wire/verdict.ts';
import type { WaitingCause } from './tap-queue.ts';
import { shownOf, type TapRequest } from './tap-request.ts';

interface WaitingTap {
  request: TapRequest;
  cause: WaitingCause;
  /** Whether the browser has stored it, so that it survives a reload. */
  isKept: boolean;
  /** The member, if the page has it: the chosen member, or the one of the verdict whose button was pressed. */
  member: MemberSummary | null;
  clockAheadMs: number;
}

/**
 * The verdict shown for a tap that the desk has not confirmed: only what was read, no decision. No visit is recorded
 * yet, so it has no visit and offers no actions.
 */
export function waitingVerdict({ request, cause, isKept, member, clockAheadMs }: WaitingTap): UnconfirmedVerdict {
  const text = request.kind === 'lookUp' ? shownOf(request) : member?.displayName;
  return {
    kind: 'unconfirmed',
    tapId: request.tapId,
    tappedAt: new Date(request.tappedAt + clockAheadMs).toISOString(),
    scanned: { kind: 'unreadable', text: text ?? '' },
    member,
    visit: null,
    offers: [],
    reasons: [reasonOf(request, cause, isKept)],
  };
}

function reasonOf({ kind }: TapRequest, code: WaitingCause, isKept: boolean): WithNextActor<WaitingReason> {
  // a member who leaves needs no action from anyone
  const nextActor = kind === 'checkOut' ? null : 'reception';
  return { code, kept: isKept ? kind : 'notStored', nextActor };
}

/** Whether the verdict stands for a tap that the desk has not confirmed yet. */
export const isWaiting = ({ reasons }: Verdict): boolean =>
  reasons.some(({ code }) => code === 'deskUnreachable' || code === 'storageFailed' || code === 'signedOut');
