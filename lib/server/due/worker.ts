import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { runEvery } from '#lib/server/base/run-every.ts';
import type { Log } from '#shared/log/log.ts';
import type { Lanes } from './lanes.ts';

/** One kind of work of the list of what is due: how its items are done, and how often a process looks for them. */
export interface Due {
  /** As the log names it. */
  name: string;
  lanes: Lanes;
  /** However nobody tells that something is due. */
  lookEveryMs: number;
  /** How often claims are renewed; never where none is. */
  renewEveryMs?: number;
  /** What is done before a look from time to time, so that there is something to be found. */
  prepare?: { everyMs: number; run: () => Promise<void> };
}

/** What is done for all locations together, now and then: doing it twice, or in several processes, changes nothing. */
export interface Round {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

interface WorkerOptions {
  /** For how long a stop waits for what is under way. */
  patienceMs?: number;
}

/**
 * The worker of this process: does what is due, kind by kind, and goes on after every failure. Other processes do the
 * rest of it.
 * @returns what ends it: waits a little for what is under way, and gives back the rest
 */
export function startWorker(
  log: Log,
  { due, rounds = [] }: { due: readonly Due[]; rounds?: readonly Round[] },
  { patienceMs = 3_000 }: WorkerOptions = {},
): () => Promise<void> {
  const loops = due.flatMap(({ name, lanes, lookEveryMs, renewEveryMs, prepare }) => {
    const look = runEvery(`claiming ${name}`, lookEveryMs, () => lanes.fill(), log);
    const prepared = prepare && (() => prepare.run().then(() => lanes.fill()));
    return [
      look,
      ...(prepare && prepared ? [runEvery(`preparing ${name}`, prepare.everyMs, prepared, log)] : []),
      ...(renewEveryMs ? [runEvery(`holding the claims of ${name}`, renewEveryMs, lanes.renew, log)] : []),
    ];
  });
  const ofRounds = rounds.map(({ name, everyMs, run }) => runEvery(name, everyMs, run, log));
  return async () => {
    for (const { lanes } of due) lanes.takeNoMore();
    const roundsEnded = Promise.all(ofRounds.map((end) => end()));
    const ended = Promise.all(loops.map((end) => end())).then(() => Promise.all(due.map(({ lanes }) => lanes.idle())));
    await Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
    await Promise.all(due.map(({ lanes }) => lanes.release()));
    await roundsEnded;
  };
}
