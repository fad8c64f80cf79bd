import { clockOfWindow } from '#lib/browser/clock/clock-of-window.ts';
import { onSessionChange } from '#lib/browser/queries/session-change.ts';
import { fetchGlance, pingDesk } from '#lib/browser/taps/fetch-glance.ts';
import { createReception, type Reception } from '#lib/browser/taps/reception.ts';
import { sendTap, sendUndo, sendVoid } from '#lib/browser/taps/send-tap.ts';
import { createBrowserTapStore } from '#lib/browser/taps/tap-store.ts';

/** The longest wait for the response to an undo. */
const undoDeadlineMs = 6_000;

let reception: Reception | null = null;

/** One per window: it outlives navigation between pages, so that no tap is dropped. */
export function receptionOfWindow(): Reception {
  reception ??= openReception();
  return reception;
}

function openReception(): Reception {
  const clock = clockOfWindow();
  const opened = createReception({
    send: sendTap,
    glance: fetchGlance,
    ping: pingDesk,
    undo: (undo) => sendUndo(undo, AbortSignal.timeout(undoDeadlineMs)),
    void: (voided) => sendVoid(voided, AbortSignal.timeout(undoDeadlineMs)),
    stamp: clock.stamp,
    store: createBrowserTapStore(),
  });
  clock.subscribe(opened.readClock);
  window.addEventListener('online', opened.retryNow);
  // the page shows the next user only after it is rendered again, and one of the office does not show who signs in
  onSessionChange(opened.noteSignIn);
  window.addEventListener('beforeunload', (event) => {
    if (opened.wouldLose()) event.preventDefault();
  });
  void opened.restore();
  return opened;
}
