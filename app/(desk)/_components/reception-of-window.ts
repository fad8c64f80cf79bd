import type { ActionResult } from '#lib/actions/result.ts';
import { clockOfWindow } from '#lib/clock/clock-of-window.ts';
import { timeToSend } from '#lib/clock/time-to-send.ts';
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
    stamp: clockOfWindow().stamp,
    store: createBrowserTapStore(),
  });
  window.addEventListener('online', opened.retryNow);
  void opened.restore();
  return opened;
}

async function sendFirst(actions: ReceptionActions, request: TapRequest): Promise<ActionResult<Verdict>> {
  const time = await timeToSend(request);
  switch (request.kind) {
    case 'lookUp':
      return actions.lookUp({ ...request, ...time });
    case 'checkIn':
      return actions.checkIn({ ...request, ...time });
    case 'checkOut':
      return actions.checkOut({ ...request, ...time });
    case 'admitAnyway':
      return actions.admitAnyway({ ...request, ...time });
  }
}
