import type { MemberSummary, UnconfirmedVerdict, Verdict, WaitingReason, WithNextActor } from '#lib/wire/verdict.ts';
import type { WaitingCause } from './tap-queue.ts';
import { shownOf, type TapRequest } from './tap-request.ts';

interface WaitingTap {
  request: TapRequest;
  cause: WaitingCause;
  /** Where the page knows it already: of a member chosen, of the verdict whose button was pressed. */
  member: MemberSummary | null;
  clockAheadMs: number;
}

/**
 * What stands on the screen for a tap that the desk has not taken: what was read, and nothing that somebody decided. No
 * visit is recorded yet, so none is claimed and nothing is offered.
 */
export function waitingVerdict({ request, cause, member, clockAheadMs }: WaitingTap): UnconfirmedVerdict {
  const text = request.kind === 'lookUp' ? shownOf(request) : member?.displayName;
  return {
    kind: 'unconfirmed',
    tapId: request.tapId,
    tappedAt: new Date(request.tappedAt + clockAheadMs).toISOString(),
    scanned: { kind: 'unreadable', text: text ?? '' },
    member,
    visit: null,
    offers: [],
    reasons: [reasonOf(request, cause)],
  };
}

function reasonOf({ kind }: TapRequest, cause: WaitingCause): WithNextActor<WaitingReason> {
  // who leaves is held up by nobody
  const nextActor = kind === 'checkOut' ? null : 'reception';
  return cause === 'signedOut' ? { code: cause, nextActor } : { code: cause, kept: kind, nextActor };
}

/** Whether a verdict stands for a tap that the desk has not taken yet. */
export const isWaiting = ({ reasons }: Verdict): boolean =>
  reasons.some(({ code }) => code === 'deskUnreachable' || code === 'storageFailed' || code === 'signedOut');
