import type { ActionResult } from '#lib/actions/result.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import type { LookUpInput, OverrideInput, UndoInput, VisitInput } from '#lib/desk/visits/tap.ts';
import { fetchGlance } from '#lib/taps/fetch-glance.ts';
import { createReception, type Reception } from '#lib/taps/reception.ts';
import { resendTap } from '#lib/taps/resend-tap.ts';
import type { TapRequest } from '#lib/taps/tap-request.ts';
import { createBrowserTapStore } from '#lib/taps/tap-store.ts';

/** The server actions of reception, handed in by the layout. */
export interface ReceptionActions {
  lookUp(input: LookUpInput): Promise<ActionResult<Verdict>>;
  checkIn(input: VisitInput): Promise<ActionResult<Verdict>>;
  checkOut(input: VisitInput): Promise<ActionResult<Verdict>>;
  admitAnyway(input: OverrideInput): Promise<ActionResult<Verdict>>;
  undo(input: UndoInput): Promise<ActionResult<Verdict>>;
}

let reception: Reception | null = null;

/** The one of this window: it outlives every page, so that no tap is dropped on the way from one to another. */
export function receptionOfWindow(actions: ReceptionActions): Reception {
  reception ??= openReception(actions);
  return reception;
}

function openReception(actions: ReceptionActions): Reception {
  const opened = createReception({
    send: (request) => sendFirst(actions, request),
    resend: resendTap,
    glance: fetchGlance,
    undo: actions.undo,
    store: createBrowserTapStore(),
  });
  window.addEventListener('online', opened.retryNow);
  void opened.restore();
  return opened;
}

function sendFirst(actions: ReceptionActions, request: TapRequest): Promise<ActionResult<Verdict>> {
  const sentAt = Date.now();
  switch (request.kind) {
    case 'lookUp':
      return actions.lookUp({ ...request, sentAt });
    case 'checkIn':
      return actions.checkIn({ ...request, sentAt });
    case 'checkOut':
      return actions.checkOut({ ...request, sentAt });
    case 'admitAnyway':
      return actions.admitAnyway({ ...request, sentAt });
  }
}
