import { parentPort, workerData } from 'node:worker_threads';
import { clockOfWindow } from '#lib/clock/clock-of-window.ts';
import { newTap } from '#lib/taps/new-tap.ts';
import { sendTap } from '#lib/taps/send-tap.ts';
import { createTapQueue } from '#lib/taps/tap-queue.ts';
import type { TapRequest } from '#lib/taps/tap-request.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { VisitKind } from './compare.ts';
import type { Member } from './members.ts';
import type { FromWindow, ToWindow, WindowSettings } from './window-messages.ts';

// A window of a browser: a thread with a clock and a network of its own, in which the page's own code makes taps and
// delivers them. What the machine's clock says is kept apart, to be compared with later.

const { deskUrl, cookie, place, clockAheadMs, stored } = workerData as WindowSettings; // safe because: window.ts passes it
const machineNow = Date.now;
let aheadMs = clockAheadMs;
Date.now = () => machineNow() + aheadMs;

// a page begins its steady clock anew, at what the other clock reads then
const machineSteady = performance.now.bind(performance);
const openedAt = machineSteady();
Object.defineProperties(performance, {
  timeOrigin: { value: Date.now() },
  now: { value: () => machineSteady() - openedAt },
});

const { fetch } = globalThis;
globalThis.fetch = (path, init) =>
  fetch(new URL(String(path), deskUrl), { ...init, headers: { ...init?.headers, cookie, origin: deskUrl } });

const tell = (message: FromWindow) => parentPort?.postMessage(message);
const browserStore = new Map(stored.map((request) => [request.tapId, request]));

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
    load: async () => [...browserStore.values()],
  },
});

function refusalOf(result: ActionResult<Verdict>): string | null {
  if (!result.ok) return `${result.error.code}: ${result.error.message}`;
  const { kind, reasons } = result.value;
  return kind === 'refused' || kind === 'unknown' ? `${kind}: ${reasons.map(({ code }) => code).join(', ')}` : null;
}

const longestMakingMs = 5;

/** A tap whose time is known: made again where the machine was busy with something else in the middle of it. */
function make(kind: VisitKind, member: Member): { request: TapRequest; happenedAt: number } {
  for (;;) {
    const happenedAt = machineNow();
    const tap = newTap(place, clockOfWindow().stamp());
    if (machineNow() - happenedAt > longestMakingMs) continue;
    const { card: value, accountId } = member;
    const request: TapRequest =
      kind === 'checkIn' ? { kind: 'lookUp', source: 'scan', value, ...tap } : { kind, accountId, ...tap };
    return { request, happenedAt };
  }
}

parentPort?.on('message', (message: ToWindow) => {
  switch (message.do) {
    case 'tap': {
      const { kind, member } = message;
      const { request, happenedAt } = make(kind, member);
      tell({ tell: 'made', tapId: request.tapId, kind, accountId: member.accountId, happenedAt });
      queue.add(request);
      return;
    }
    case 'setClock':
      aheadMs = message.aheadMs;
      return;
    case 'close':
      queue.dispose();
      tell({ tell: 'closed', stored: [...browserStore.values()] });
  }
});

void queue.restore();
