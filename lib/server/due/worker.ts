import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { runEvery } from '#lib/server/base/run-every.ts';
import type { Log } from '#shared/log/log.ts';
import { openAlarms } from './alarms.ts';
import type { Choice, Moment } from './claim-due.ts';
import type { Lanes } from './lanes.ts';
import type { DueNotice } from './notice.ts';

/** One kind of work of the list of what is due: how its items are done, and how often a process looks for them. */
export interface Due {
  /** As the log names it. */
  name: string;
  lanes: Lanes;
  /** How often a process looks, however nobody tells that something is due. */
  lookEveryMs?: number;
  /** How often claims are renewed; never where none is. */
  renewEveryMs?: number;
  /** What is done from time to time so that there is something to be found; a look follows, whatever came of it. */
  prepare?: { everyMs: number; run: () => Promise<void> };
  /** Where a location is looked at as soon as something is due there, not at the next look alone. */
  moments?: {
    /** As `tellDue` names the work. */
    kind: string;
    read: (choice: Pick<Choice, 'now' | 'of'>) => Promise<Moment[]>;
  };
}

/** What is done for all locations together, now and then: doing it twice, or in several processes, changes nothing. */
export interface Round {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

/** Has somebody hear what is told to be due; null where notices may have been lost. @returns what ends it */
export type HearDue = (listener: (notice: DueNotice | null) => void) => () => void;

interface ToDo {
  due: readonly Due[];
  rounds?: readonly Round[];
  hearDue?: HearDue;
}

interface WorkerOptions {
  /** For how long a stop waits for what is under way. */
  patienceMs?: number;
}

interface Process {
  clock: () => number;
  log: Log;
}

/**
 * The worker of this process: does what is due, kind by kind, and goes on after every failure. Other processes do the
 * rest of it.
 * @returns what ends it: waits a little for what is under way, and gives back the rest
 */
export function startWorker(
  process: Process,
  { due, rounds = [], hearDue }: ToDo,
  { patienceMs = 3_000 }: WorkerOptions = {},
): () => Promise<void> {
  const { log } = process;
  const loops = due.map((kind) => startKind(process, kind, hearDue));
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

/** Looks at what is due of one kind: from time to time everywhere, and at a location when its moment has come. */
function startKind(
  { clock, log }: Process,
  { name, lanes, lookEveryMs, renewEveryMs, prepare, moments }: Due,
  hearDue: HearDue | undefined,
): () => Promise<void> {
  const look = async (of?: readonly string[]) => {
    // before what is due is taken: what comes due while it is must not be left to the look after this one
    const now = new Date(clock());
    await lanes.fill(of);
    for (const { locationId, at } of (await moments?.read({ now, of })) ?? []) {
      alarms.set(locationId, at.getTime());
    }
  };
  const lookNow = (of?: readonly string[]) =>
    void look(of).catch((error: unknown) => log.error({ error }, `claiming ${name} failed`));
  const alarms = openAlarms(clock, lookNow);
  const hear = (notice: DueNotice | null) => {
    if (notice === null) lookNow();
    else if (notice.kind === moments?.kind) alarms.set(notice.locationId, notice.at);
  };
  const hearNoMore = moments && hearDue?.(hear);
  const loops: (() => Promise<void>)[] = [];
  if (lookEveryMs) loops.push(runEvery(log, { name: `claiming ${name}`, everyMs: lookEveryMs, run: look }));
  if (prepare)
    loops.push(
      runEvery(log, { name: `preparing ${name}`, everyMs: prepare.everyMs, run: () => prepare.run().finally(look) }),
    );
  if (renewEveryMs)
    loops.push(runEvery(log, { name: `holding the claims of ${name}`, everyMs: renewEveryMs, run: lanes.renew }));
  return async () => {
    hearNoMore?.();
    alarms.end();
    await Promise.all(loops.map((end) => end()));
  };
}
