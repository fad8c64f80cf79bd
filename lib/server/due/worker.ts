import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { runEvery } from '#lib/server/base/run-every.ts';
import type { Log } from '#shared/log/log.ts';
import { openAlarms } from './alarms.ts';
import type { Choice, Moment } from './claim-due.ts';
import type { Lanes } from './lanes.ts';
import type { DueNotice } from './notice.ts';

interface Announced {
  /** The kind by which notices announce the work. */
  kind: string;
  /** Reads the next moments after each poll. Left out where every due time is announced. */
  read?: (choice: Pick<Choice, 'now' | 'of'>) => Promise<Moment[]>;
  /** The shortest time between two polls that moments cause. */
  pauseMs?: number;
}

/** One kind of due work: how its items are worked on, and how often a process polls for them. */
export interface Due {
  /** As the log names it. */
  name: string;
  lanes: Lanes;
  /** How often a process polls, independently of notices. */
  lookEveryMs?: number;
  /** How often claims are renewed; left out where they are not. */
  renewEveryMs?: number;
  /** Runs periodically to make rows due. A poll follows, whether it succeeds or not. */
  prepare?: { everyMs: number; run: () => Promise<void> };
  /** For work that has to begin as soon as a row is due, not only at the next poll. */
  moments?: readonly Announced[];
  /** Notices of this process to itself, of due times that no other process needs to know. */
  subscribeOwn?: SubscribeOwn;
}

/** Idempotent work that is done periodically for all locations together, by every process. */
export interface Round {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

/**
 * Subscribes a listener to notices of due work; it receives null where notices may have been lost.
 * @returns ends the subscription
 */
export type SubscribeDue = (listener: (notice: DueNotice | null) => void) => () => void;

export type SubscribeOwn = (listener: (notice: DueNotice) => void) => void;

interface ToDo {
  due: readonly Due[];
  rounds?: readonly Round[];
  subscribeDue?: SubscribeDue;
}

interface WorkerOptions {
  /** How long a stop waits for work under way. */
  patienceMs?: number;
}

interface Process {
  clock: () => number;
  log: Log;
}

/**
 * Starts the worker of this process: it does due work of each kind, together with the workers of other processes, and
 * continues after failures.
 * @returns stops it: waits a little for work under way, and releases the rest
 */
export function startWorker(
  process: Process,
  { due, rounds = [], subscribeDue }: ToDo,
  { patienceMs = 3_000 }: WorkerOptions = {},
): () => Promise<void> {
  const { log } = process;
  const loops = due.map((kind) => startKind(process, kind, subscribeDue));
  const ofRounds = rounds.map((round) => runEvery(log, round));
  return async () => {
    for (const { lanes } of due) lanes.takeNoMore();
    const roundsEnded = Promise.all(ofRounds.map((end) => end()));
    const ended = Promise.all(loops.map((end) => end())).then(() => Promise.all(due.map(({ lanes }) => lanes.idle())));
    await Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
    await Promise.all(due.map(({ lanes }) => lanes.release()));
    await roundsEnded;
  };
}

/** Polls for due work of one kind: periodically at all locations, and at a single one at its next moment. */
function startKind(
  { clock, log }: Process,
  { name, lanes, lookEveryMs, renewEveryMs, prepare, moments = [], subscribeOwn }: Due,
  subscribeDue: SubscribeDue | undefined,
): () => Promise<void> {
  const poll = async (of?: readonly string[]) => {
    // read before the rows are taken: a row that becomes due meanwhile must not be left to the next poll
    const now = new Date(clock());
    await lanes.fill(of);
    for (const { read, alarms } of announced) {
      for (const { locationId, at } of (await read?.({ now, of })) ?? []) alarms.set(locationId, at.getTime());
    }
  };
  const pollNow = (of?: readonly string[]) =>
    void poll(of).catch((error: unknown) => log.error({ error }, `claiming ${name} failed`));
  const announced = moments.map((one) => {
    // until the row is read again, a later moment must not be dropped in favour of one that another process has dealt with
    const alarms = openAlarms(clock, pollNow, { pauseMs: one.pauseMs, hasEach: !one.read });
    return { ...one, alarms };
  });
  const onNotice = (notice: DueNotice | null) => {
    if (notice === null) return pollNow();
    const { kind, locationId, at } = notice;
    announced.find((one) => one.kind === kind)?.alarms.set(locationId, at);
  };
  subscribeOwn?.(onNotice);
  const unsubscribe = announced.length > 0 ? subscribeDue?.(onNotice) : undefined;
  const loops: (() => Promise<void>)[] = [];
  if (lookEveryMs) loops.push(runEvery(log, { name: `claiming ${name}`, everyMs: lookEveryMs, run: poll }));
  if (prepare)
    loops.push(
      runEvery(log, { name: `preparing ${name}`, everyMs: prepare.everyMs, run: () => prepare.run().finally(poll) }),
    );
  if (renewEveryMs)
    loops.push(runEvery(log, { name: `holding the claims of ${name}`, everyMs: renewEveryMs, run: lanes.renew }));
  return async () => {
    unsubscribe?.();
    for (const { alarms } of announced) alarms.end();
    await Promise.all(loops.map((end) => end()));
  };
}
