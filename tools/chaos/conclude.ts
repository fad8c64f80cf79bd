import { setTimeout as sleep } from 'node:timers/promises';
import type { InDatabase } from '#tools/testing/with-database.ts';
import { type Comparison, compare, type MadeTap } from './compare.ts';
import { awaitSettlement, judge, type Settlement } from './ledger.ts';
import type { Load } from './load.ts';

/** What a run tells in the end, however it ended. */
export interface Conclusion {
  taps: readonly MadeTap[];
  comparison: Comparison;
  settlement: Settlement;
  /** What of the run itself failed, a sentence each. A run that has any proves nothing. */
  failures: readonly string[];
}

interface ConcludeOptions {
  /** Everything that is done while members come and go. Ends soon after `signal` fired, and puts right what it broke. */
  rounds: () => Promise<void>;
  load: Pick<Load, 'end' | 'taps'>;
  inDatabase: InDatabase;
  /** When the run began. */
  since: Date;
  longestSettlementMs: number;
  /** Fires where somebody stops the run, or it breaks where nobody waits for it. */
  signal: AbortSignal;
  tell: (line: string) => void;
  /** How long may take what still goes on after `signal`, and how long databases that do not answer are asked again. */
  patienceMs?: number;
}

/**
 * Runs the rounds, waits until everything has arrived, and compares what people did with what the platform holds. Whatever
 * fails on the way is told beside the comparison, not in its place.
 */
export async function concludeRun(options: ConcludeOptions): Promise<Conclusion> {
  const { rounds, load, inDatabase, since, longestSettlementMs, signal, tell, patienceMs = 2 * 60_000 } = options;
  const failures: string[] = [];
  const note = (what: string) => (error: unknown) => {
    failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    tell(failures.at(-1) ?? '');
    return null;
  };
  await Promise.race([rounds(), failAfter(signal, patienceMs)]).catch(note('A round failed'));
  await load.end().catch(note('Members did not stop coming'));
  tell('Waiting until everything has arrived …');
  const longestMs = () => (signal.aborted ? Math.min(patienceMs, longestSettlementMs) : longestSettlementMs);
  const settlement = await untilAnswered(() => awaitSettlement(inDatabase, load.taps, longestMs), {
    patienceMs,
    mostMs: longestSettlementMs,
  }).catch(note('Nobody could be asked what is still on its way'));
  const judged = await untilAnswered(() => judge(inDatabase, load.taps(), since), { patienceMs, mostMs: 0 }).catch(
    note('Nobody could be asked what the platform holds, so that everything counts as lost'),
  );
  if (load.taps().length === 0) note('Nothing was tried')(new Error('nobody came or went.'));
  if (signal.aborted) note('The run ended before its time')(signal.reason);
  return {
    ...(judged ?? { taps: load.taps(), comparison: compare(load.taps(), []) }),
    settlement: settlement ?? { isSettled: false, tookMs: 0 },
    failures,
  };
}

/** Whether everything that was done arrived once and at its time, in a run that went as it should and ended no program. */
export const isFlawless = ({
  comparison,
  settlement,
  failures,
  unexpectedEnds = 0,
}: Conclusion & { unexpectedEnds?: number }): boolean =>
  comparison.findings.length === 0 && settlement.isSettled && failures.length === 0 && unexpectedEnds === 0;

/** Settles only after the signal fired, and never well. */
async function failAfter(signal: AbortSignal, patienceMs: number): Promise<never> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await sleep(patienceMs, undefined, { ref: false });
  throw new Error('What was broken was not put right in time.');
}

const askAgainAfterMs = 1_000;

/**
 * A database that is away for a moment, as after the last fault, is asked again.
 * @param mostMs how long one answer may take by itself
 * @throws what the last attempt failed with
 */
async function untilAnswered<T>(
  ask: () => Promise<T>,
  { patienceMs, mostMs }: { patienceMs: number; mostMs: number },
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await Promise.race([ask(), failSilent(patienceMs + mostMs)]);
    } catch (error) {
      if (performance.now() + askAgainAfterMs > deadline) throw error;
      await sleep(askAgainAfterMs);
    }
  }
}

async function failSilent(afterMs: number): Promise<never> {
  await sleep(afterMs, undefined, { ref: false });
  throw new Error('A database does not answer.');
}
