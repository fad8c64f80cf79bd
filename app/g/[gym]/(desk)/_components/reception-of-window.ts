import { clockOfWindow } from '#lib/browser/clock/clock-of-window.ts';
import { fetchGlance, pingDesk } from '#lib/browser/taps/fetch-glance.ts';
import { createReception, type Reception } from '#lib/browser/taps/reception.ts';
import { sendTap, sendUndo, sendVoid } from '#lib/browser/taps/send-tap.ts';
import { createBrowserTapStore } from '#lib/browser/taps/tap-store.ts';

/** Nobody waits longer to hear whether a visit could be taken back. */
const undoDeadlineMs = 6_000;

let reception: Reception | null = null;

/** The one of this window: it outlives every page, so that no tap is dropped on the way from one to another. */
export function receptionOfWindow(): Reception {
  reception ??= openReception();
  return reception;
}

function openReception(): Reception {
  const opened = createReception({
    send: sendTap,
    glance: fetchGlance,
    ping: pingDesk,
    undo: (undo) => sendUndo(undo, AbortSignal.timeout(undoDeadlineMs)),
    void: (voided) => sendVoid(voided, AbortSignal.timeout(undoDeadlineMs)),
    stamp: clockOfWindow().stamp,
    store: createBrowserTapStore(),
  });
  window.addEventListener('online', opened.retryNow);
  window.addEventListener('beforeunload', (event) => {
    if (opened.wouldLose()) event.preventDefault();
  });
  void opened.restore();
  return opened;
}
