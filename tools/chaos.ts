import { parseArgs } from 'node:util';
import { runAbortable } from '#programs/base/run-command.ts';
import { UserError } from '#programs/base/user-error.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { countWidened } from './chaos/compare.ts';
import { isFlawless } from './chaos/conclude.ts';
import { requirePackages } from './chaos/failover/packages.ts';
import { runFailover } from './chaos/failover/run.ts';
import { formatFailovers } from './chaos/failover/table.ts';
import { type FaultName, faultNames } from './chaos/fault-names.ts';
import { type HerdResult, loseDesk, runHerd } from './chaos/herd/run.ts';
import { describeHerd, describeLateness, describeProcessor, formatHerd } from './chaos/herd/table.ts';
import { planRounds, type Round, shortFaults, shortLengths, wholeLengths } from './chaos/plan.ts';
import { runChaos } from './chaos/run.ts';
import { listenForStop, type Stop } from './chaos/stop.ts';
import { countFindings, describeFinding, formatTable } from './chaos/table.ts';

const presetRounds = 60;
const presetFailovers = 10;
const presetWindows = 2_000;
/** So long that the windows' reconnection backoff has reached its maximum. */
const herd = { outageMs: 30_000, longestMs: 10 * 60_000, longestSettlementMs: 15 * 60_000 };
/** The promise: all windows of the whole command have recovered this long after the desk is back. */
const recoveredWithinMs = 60_000;
const load = { windows: 4, tapsPerSecond: 2, longestSettlementMs: 7 * 60_000 };
const tell = (line: string) => console.error(line);

interface ChaosChoice {
  rounds: Round[];
  seed: number;
  desks: 1 | 2;
  /** Windows that lose the desk together after the rounds. */
  herdOf: number | null;
}
interface FailoverChoice {
  failovers: number;
  seed: number;
  leavesDown: boolean;
}

interface HerdChoice {
  windows: number;
  isNarrow: boolean;
  /** Null for another number of windows and for a narrow desk, whose speed proves nothing. */
  promisedMs: number | null;
}

function readOptions(): ChaosChoice | FailoverChoice | HerdChoice {
  const { values, positionals } = parseArgs({
    /**
     * `failover`: two desks and two platforms on a three-node database that loses its primary.
     * `herd`: many windows that reconnect at the same time.
     */
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      /** The run for the test suite: few rounds of selected faults, soon over. */
      short: { type: 'boolean', default: false },
      /** 2: two processes of the desk on one database. */
      desks: { type: 'string', default: '1' },
      /** For `failover`: does not restart the first killed node, to see the report of a failing run. */
      'leave-down': { type: 'boolean', default: false },
      /** For `herd`; with `short`, a herd of this many follows with the same programs. */
      windows: { type: 'string' },
      /** For `herd`: the desk admits few connections at once, and must have been full. */
      narrow: { type: 'boolean', default: false },
      /** Limits the rounds to some faults, by name. */
      only: { type: 'string', multiple: true },
    },
  });
  const seed = readWhole('--seed', values.seed);
  if (positionals.join(' ') === 'herd') {
    const windows = readWhole('--windows', values.windows ?? String(presetWindows));
    const isWhole = windows === presetWindows && !values.narrow;
    return { windows, isNarrow: values.narrow, promisedMs: isWhole ? recoveredWithinMs : null };
  }
  if (positionals.length > 0) {
    if (positionals.join(' ') !== 'failover')
      throw new UserError(`There is no "${positionals.join(' ')}": give failover, herd or nothing.`);
    const failovers = readWhole('--rounds', values.rounds ?? String(presetFailovers));
    return { seed, failovers, leavesDown: values['leave-down'] };
  }
  const { short: isShort } = values;
  const count = readWhole('--rounds', values.rounds ?? String(isShort ? shortFaults.length : presetRounds));
  const faults = values.only?.map(readFault) ?? (isShort ? shortFaults : faultNames);
  return {
    seed,
    desks: readDesks(values.desks),
    rounds: planRounds(seed, count, isShort ? shortLengths : wholeLengths, faults),
    herdOf: isShort && values.windows ? readWhole('--windows', values.windows) : null,
  };
}

function readDesks(value: string): 1 | 2 {
  if (value === '1') return 1;
  if (value === '2') return 2;
  throw new UserError(`--desks is "${value}": give 1 or 2.`);
}

function readFault(name: string): FaultName {
  const found = faultNames.find((known) => known === name);
  if (!found) throw new UserError(`--only is "${name}": give one of ${faultNames.join(', ')}.`);
  return found;
}

function readWhole(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new UserError(`${name} is "${value}": give a whole number from 1.`);
  return number;
}

async function loseEverything({ rounds, seed, desks, herdOf }: ChaosChoice, stop: Stop): Promise<number> {
  await buildPrograms();
  let code = 1;
  await runChaos({
    rounds,
    seed,
    desks,
    tell,
    stop,
    ...load,
    report: (result) => {
      const { comparison, taps, comebacks, unexpectedEnds } = result;
      code = tellConclusion(result, formatTable(rounds, taps, comparison), seed);
      console.log(
        `Databases that recovered automatically: ${comebacks.byItself}, with their program: ${comebacks.withItsProgram}, by hand: ${comebacks.byHand}. Programs that exited unexpectedly: ${unexpectedEnds}.`,
      );
    },
    next: async (stack) => {
      if (herdOf === null) return;
      const report = (result: HerdResult) => {
        code = Math.max(code, tellHerd(result));
      };
      await loseDesk(stack, { windows: herdOf, tell, stop, report, ...herd });
    },
  });
  return code;
}

async function losePrimaries({ failovers: rounds, seed, leavesDown }: FailoverChoice, stop: Stop): Promise<number> {
  requirePackages();
  await buildPrograms();
  let code = 1;
  await runFailover({
    rounds,
    seed,
    leavesDown,
    tell,
    stop,
    ...load,
    report: (result) => {
      code = tellConclusion(result, formatFailovers(result), seed);
      console.log(`Programs that exited unexpectedly: ${result.unexpectedEnds}.`);
    },
  });
  return code;
}

async function loseManyWindows({ windows, isNarrow, promisedMs }: HerdChoice, stop: Stop): Promise<number> {
  await buildPrograms();
  let code = 1;
  await runHerd({
    windows,
    isNarrow,
    tell,
    stop,
    ...herd,
    report: (result) => {
      code = tellHerd(result);
      const wasNeverFull = isNarrow && !result.asked.some(({ status }) => status === 503);
      if (wasNeverFull) console.log('The desk was never full, and the run proves nothing.');
      const lateness = promisedMs === null ? null : describeLateness(result, promisedMs);
      if (lateness !== null) console.log(lateness);
      if (wasNeverFull || lateness !== null) code = 1;
    },
  });
  return code;
}

/** @returns the exit code of the run */
function tellHerd(result: HerdResult): number {
  const code = tellConclusion(result, formatHerd(result));
  console.log(describeHerd(result));
  const processor = describeProcessor(result);
  if (processor !== null) console.log(processor);
  return code;
}

/** @returns the exit code of the run */
function tellConclusion(conclusion: Parameters<typeof isFlawless>[0], table: string, seed?: number): number {
  const { taps, comparison, settlement, failures } = conclusion;
  const { all, unexplained } = countWidened(taps);
  for (const finding of comparison.findings) console.error(describeFinding(finding));
  const seconds = Math.round(settlement.tookMs / 1_000);
  const arrival = settlement.isSettled
    ? `Everything had arrived ${seconds} s after the last round.`
    : `Not everything had arrived ${seconds} s after the last round.`;
  const seeded = seed === undefined ? '' : `Seed ${seed}. `;
  console.log(
    `${table}\n\n${countFindings(comparison)}. ${seeded}Furthest from its time: ${comparison.furthestOffMs} ms. ${arrival}`,
  );
  console.log(
    `Taps whose page knew the time to no 250 ms: ${all}, of which ${unexplained} in rounds without a slow network.`,
  );
  if (failures.length > 0) console.log(`The run itself failed, and proves nothing:\n${failures.join('\n')}`);
  return isFlawless(conclusion) ? 0 : 1;
}

await runAbortable((told) => {
  const choice = readOptions();
  const stop = listenForStop(told);
  if ('failovers' in choice) return losePrimaries(choice, stop);
  return 'windows' in choice ? loseManyWindows(choice, stop) : loseEverything(choice, stop);
});
// without this, Node was seen to loop for ever while it closed the resources of such a run
process.exit();
