// first: the page reads the origin of its clock as it is loaded
import './clocks-of-page.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { clockOfWindow } from '#lib/browser/clock/clock-of-window.ts';
import { timeByDesk } from '#lib/browser/clock/time-by-desk.ts';
import { newTap } from '#lib/browser/taps/new-tap.ts';
import { sendTap } from '#lib/browser/taps/send-tap.ts';
import { createTapQueue } from '#lib/browser/taps/tap-queue.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { Moment, Stamp } from '#lib/wire/time/moment.ts';
import { machineNow, setWallAhead } from './clocks-of-page.ts';
import { refusalOf } from './refusal.ts';
import type { FromWindow, TapWish, ToWindow, WindowSettings } from './window-messages.ts';

// A window of a browser: a thread with its own clock and network, in which the page's own code makes and delivers taps.
// The machine's time is recorded separately, for the comparison.

// safe because: window.ts passes it
const { deskUrl, cookie, place, stored } = workerData as WindowSettings;

const tell = (message: FromWindow) => parentPort?.postMessage(message);
const browserStore = new Map(stored.map((request) => [request.tapId, request]));

const { fetch } = globalThis;
globalThis.fetch = (path, init) => {
  // when a tap is sent, the page has measured its offset to the desk's clock as well as it could
  for (const { tapId, stamp } of browserStore.values()) {
    if (!stamp || typeof init?.body !== 'string' || !init.body.includes(tapId)) continue;
    const errorMs = timeByDesk(stamp, clockOfWindow().stamp(), opened)?.errorMs ?? 0;
    tell({ tell: 'sending', tapId, errorMs });
  }
  return fetch(new URL(String(path), deskUrl), { ...init, headers: { ...init?.headers, cookie, origin: deskUrl } });
};

// asks the desk for its time, like a page that opens
const opened = clockOfWindow().stamp();
if (opened.page !== performance.timeOrigin)
  throw new Error('The page read its clock before clocks-of-page.ts replaced it.');

const queue = createTapQueue({
  send: sendTap,
  onAnswer: ({ tapId }, result) => {
    const isOver = result.ok || result.error.code !== 'signedOut';
    const isConfirmed = result.ok && ['admitted', 'attention'].includes(result.value.kind);
    if (isOver) tell({ tell: 'answered', tapId, refusal: refusalOf(result), isConfirmed });
  },
  onWait: () => {},
  store: {
    keeps: () => true,
    save: async (request) => void browserStore.set(request.tapId, request),
    remove: async (tapId) => void browserStore.delete(tapId),
    load: async () => ({ items: [...browserStore.values()], unreadable: [] }),
  },
});

const longestMakingMs = 5;

/** A tap with a known time: repeated if the machine was busy in the middle of it. */
function make(wish: TapWish): { request: TapRequest; happenedAt: number } {
  const { agoMs = 0 } = wish;
  for (;;) {
    const happenedAt = machineNow();
    const tap = newTap(place, backdate(clockOfWindow().stamp(), agoMs));
    if (machineNow() - happenedAt > longestMakingMs) continue;
    return { request: requestOf(wish, tap), happenedAt: happenedAt - agoMs };
  }
}

function requestOf({ kind, member, isByName }: TapWish, tap: ReturnType<typeof newTap>): TapRequest {
  const { card, accountId } = member;
  if (kind === 'checkOut') return { kind, accountId, ...tap };
  // without a name, as a browser stores it
  if (isByName) return { kind: 'lookUp', source: 'chosen', value: accountId, name: null, ...tap };
  return { kind: 'lookUp', source: 'scan', value: card, ...tap };
}

/**
 * What an earlier page would have stored, if its knowledge of the desk's clock then was the same as this page's now.
 */
function backdate(stamp: Stamp, agoMs: number): Stamp {
  if (agoMs === 0) return stamp;
  const earlier = <T extends Moment>(moment: T): T => ({
    ...moment,
    wall: moment.wall - agoMs,
    steady: moment.steady - agoMs,
  });
  const { known } = stamp;
  return { ...earlier(stamp), page: stamp.page - agoMs, known: known && { ...known, taken: earlier(known.taken) } };
}

parentPort?.on('message', (message: ToWindow) => {
  switch (message.do) {
    case 'tap': {
      const { kind, member } = message;
      const { request, happenedAt } = make(message);
      tell({ tell: 'made', tapId: request.tapId, kind, accountId: member.accountId, happenedAt });
      queue.add(request);
      return;
    }
    case 'setClock':
      setWallAhead(message.aheadMs);
      return;
    case 'close':
      queue.dispose();
      tell({ tell: 'closed', stored: [...browserStore.values()] });
  }
});

void queue.restore();
