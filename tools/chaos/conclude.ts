import { setTimeout as sleep } from 'node:timers/promises';
import type { InDatabase } from '#tools/testing/with-database.ts';
import { type Comparison, compare, type MadeTap } from './compare.ts';
import { awaitSettlement, describeLost, judge, type Settlement } from './ledger.ts';
import type { Load } from './load.ts';

/** The result of a run, however it ended. */
export interface Conclusion {
  taps: readonly MadeTap[];
  comparison: Comparison;
  settlement: Settlement;
  /** Failures of the run itself, one sentence each. A run with failures proves nothing. */
  failures: readonly string[];
}

interface ConcludeOptions {
  /** All rounds while members come and go. Returns soon after `signal` fired, and repairs its faults. */
  rounds: () => Promise<void>;
  load: Pick<Load, 'end' | 'taps'>;
  inDatabase: InDatabase;
  /** When the run began. */
  since: Date;
  longestSettlementMs: number;
  /** Fires if the user stops the run, or if a part of it fails in the background. */
  signal: AbortSignal;
  tell: (line: string) => void;
  /** How long unfinished rounds may take after `signal`, and how long queries of databases are retried. */
  patienceMs?: number;
}

/**
 * Runs the rounds, waits until everything has arrived, and compares what people did with what the platform holds.
 * Failures are reported in addition to the comparison, not instead of it.
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
  }).catch(note('The visits still to be sent could not be read'));
  const judged = await untilAnswered(() => judge(inDatabase, load.taps(), since), { patienceMs, mostMs: 0 }).catch(
    note('The visits of the platform could not be read, so that everything counts as lost'),
  );
  if (judged) {
    const known = await untilAnswered(() => describeLost(inDatabase, judged.comparison), {
      patienceMs,
      mostMs: 0,
    }).catch(note('What the desk has of the lost taps could not be read'));
    for (const line of known ?? []) tell(line);
  }
  if (load.taps().length === 0) note('Nothing was tested')(new Error('there were no taps.'));
  if (signal.aborted) note('The run ended early')(signal.reason);
  return {
    ...(judged ?? { taps: load.taps(), comparison: compare(load.taps(), []) }),
    settlement: settlement ?? { isSettled: false, tookMs: 0 },
    failures,
  };
}

/** Whether everything arrived once and with the right time, in a run without failures and without unexpected exits. */
export const isFlawless = ({
  comparison,
  settlement,
  failures,
  unexpectedEnds = 0,
}: Conclusion & { unexpectedEnds?: number }): boolean =>
  comparison.findings.length === 0 && settlement.isSettled && failures.length === 0 && unexpectedEnds === 0;

/** Rejects some time after the signal fired, and never resolves. */
async function failAfter(signal: AbortSignal, patienceMs: number): Promise<never> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  await sleep(patienceMs, undefined, { ref: false });
  throw new Error('The faults were not repaired in time.');
}

const askAgainAfterMs = 1_000;

/**
 * Retries while a database is briefly unavailable, as after the last fault.
 * @param mostMs the timeout of a single attempt
 * @throws the error of the last attempt
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
