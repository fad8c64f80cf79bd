import { QueryObserver } from '@tanstack/react-query';
import type { PageClock } from '#lib/browser/clock/page-clock.ts';
import { presenceQuery, statusQuery, todayQuery } from '#lib/browser/queries/desk-queries.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import { newTap } from '#lib/browser/taps/new-tap.ts';
import { sendTap } from '#lib/browser/taps/send-tap.ts';
import { createTapQueue } from '#lib/browser/taps/tap-queue.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { refusalOf } from '#tools/chaos/refusal.ts';
import type { FromHerd, HerdWindow } from './messages.ts';

interface WindowOptions extends Omit<HerdWindow, 'cookie'> {
  clock: PageClock;
  tell: (message: FromHerd) => void;
  /** Called whenever it may have recovered completely. */
  onRecovered: () => void;
}

/** The check-in page without its screen: its taps, its live stream and its lists, by the page's own code. */
export function openHerdWindow({ place, comes, leaves, clock, tell, onRecovered }: WindowOptions): void {
  const queryClient = makeQueryClient();
  const live = liveConnectionOf(queryClient);
  const queue = createTapQueue({
    send: sendTap,
    onAnswer: ({ tapId }, result: ActionResult<Verdict>) => {
      tell({ tell: 'answered', tapId, refusal: refusalOf(result), at: Date.now() });
      look();
    },
    onWait: () => {},
    store: {
      keeps: () => true,
      save: async () => {},
      remove: async () => {},
      load: async () => ({ items: [], unreadable: [] }),
    },
  });
  const lists = [presenceQuery, statusQuery, todayQuery].map((query) => {
    // safe because: only whether it was read is looked at
    const observer = new QueryObserver(queryClient, query(place.locationId) as ReturnType<typeof statusQuery>);
    observer.subscribe(() => look());
    return observer;
  });
  live.listen(place.locationId, queue.retryNow);
  live.subscribe(() => look());

  let isWhole = false;
  function look(): void {
    const { sending, waiting } = queue.getState();
    const hasLists = lists.every((list) => list.getCurrentResult().isSuccess);
    if (isWhole || !live.isOpen() || !hasLists || sending.length + waiting.length > 0) return;
    isWhole = true;
    onRecovered();
  }

  function add(request: TapRequest, kind: 'checkIn' | 'checkOut', happenedAt: number): void {
    tell({ tell: 'made', tapId: request.tapId, accountId: comes.accountId, kind, happenedAt });
    queue.add(request);
  }
  const came = clock.stamp();
  add({ kind: 'lookUp', source: 'scan', value: comes.card, ...newTap(place, came) }, 'checkIn', came.wall);
  if (!leaves) return;
  setTimeout(() => {
    const left = clock.stamp();
    add({ kind: 'checkOut', accountId: comes.accountId, ...newTap(place, left) }, 'checkOut', left.wall);
  }, staysMs);
}

const staysMs = 3_000;
