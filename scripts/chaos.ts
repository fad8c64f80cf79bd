import { parseArgs } from 'node:util';
import { buildDesk } from './build-desk.ts';
import { requirePackages } from './chaos/failover/packages.ts';
import { runFailover } from './chaos/failover/run.ts';
import { formatFailovers } from './chaos/failover/table.ts';
import { type FaultName, faultNames } from './chaos/fault-names.ts';
import { planRounds, type Round, shortFaults, shortLengths, wholeLengths } from './chaos/plan.ts';
import { runChaos } from './chaos/run.ts';
import { describeFinding, formatTable } from './chaos/table.ts';
import { runOnce } from './run-command.ts';
import { UserError } from './user-error.ts';

const presetRounds = 60;
const presetFailovers = 10;
const load = { windows: 4, tapsPerSecond: 2, longestSettlementMs: 7 * 60_000 };
const tell = (line: string) => console.error(line);

interface ChaosChoice {
  rounds: Round[];
  seed: number;
  desks: 1 | 2;
}
interface FailoverChoice {
  failovers: number;
  seed: number;
}

function readOptions(): ChaosChoice | FailoverChoice {
  const { values, positionals } = parseArgs({
    /** `failover`: two desks and two platforms on a database of three nodes that loses its primary. */
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      /** The run that belongs to the tests: few rounds of chosen faults, soon over. */
      short: { type: 'boolean', default: false },
      /** 2: two processes of the desk on one database. */
      desks: { type: 'string', default: '1' },
      /** Limits all this to some faults, by name. */
      only: { type: 'string', multiple: true },
    },
  });
  const seed = readWhole('--seed', values.seed);
  if (positionals.length > 0) {
    if (positionals.join(' ') !== 'failover')
      throw new UserError(`There is no "${positionals.join(' ')}": give failover or nothing.`);
    return { seed, failovers: readWhole('--rounds', values.rounds ?? String(presetFailovers)) };
  }
  const { short: isShort } = values;
  const count = readWhole('--rounds', values.rounds ?? String(isShort ? shortFaults.length : presetRounds));
  const faults = values.only?.map(readFault) ?? (isShort ? shortFaults : faultNames);
  return {
    seed,
    desks: readDesks(values.desks),
    rounds: planRounds(seed, count, isShort ? shortLengths : wholeLengths, faults),
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

async function loseEverything({ rounds, seed, desks }: ChaosChoice): Promise<number> {
  await buildDesk();
  const { comparison, taps, settlement, comebacks, unexpectedEnds } = await runChaos({
    ...{ rounds, seed, desks, tell, ...load },
  });
  for (const finding of comparison.findings) console.error(describeFinding(finding));
  console.log(formatTable(rounds, taps, comparison));
  console.log(`
Seed ${seed}. Furthest from its time: ${comparison.furthestOffMs} ms. Everything had arrived ${Math.round(settlement.tookMs / 1_000)} s after the last round.
Databases that came back by themselves: ${comebacks.byItself}, with their program: ${comebacks.withItsProgram}, by hand: ${comebacks.byHand}. Programs that ended unasked: ${unexpectedEnds}.`);
  return comparison.findings.length === 0 && settlement.isSettled ? 0 : 1;
}

async function losePrimaries({ failovers: rounds, seed }: FailoverChoice): Promise<number> {
  requirePackages();
  await buildDesk();
  const result = await runFailover({ rounds, seed, tell, ...load });
  const { comparison, settlement, unexpectedEnds } = result;
  for (const finding of comparison.findings) console.error(describeFinding(finding));
  console.log(formatFailovers(result));
  console.log(`
Seed ${seed}. Furthest from its time: ${comparison.furthestOffMs} ms. Everything had arrived ${Math.round(settlement.tookMs / 1_000)} s after the last round. Programs that ended unasked: ${unexpectedEnds}.`);
  return comparison.findings.length === 0 && settlement.isSettled ? 0 : 1;
}

await runOnce(() => {
  const choice = readOptions();
  return 'failovers' in choice ? losePrimaries(choice) : loseEverything(choice);
});
// left to itself, Node was seen to turn in circles for ever while it took down what such a run had opened
process.exit();
