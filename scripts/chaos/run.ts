import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '#platform/simulator/random.ts';
import { type Stack, startStack } from '#scripts/testing/stack.ts';
import { databasesOf, type InDatabase } from '#scripts/testing/with-database.ts';
import type { Comparison, MadeTap } from './compare.ts';
import { faultTitles } from './fault-names.ts';
import { awaitSettlement, judge, type Settlement } from './ledger.ts';
import { openReception } from './load.ts';
import { openOtherDesk } from './other-desk.ts';
import type { Round } from './plan.ts';
import { type Lives, livesOf, type Programs, supervise } from './programs.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';
import { prepareReception } from './reception.ts';
import { strike } from './strike.ts';
import { openWindow } from './window.ts';

interface ChaosOptions {
  rounds: readonly Round[];
  seed: number;
  /** How many processes of the desk work on one database. */
  desks: 1 | 2;
  windows: number;
  tapsPerSecond: number;
  /** How long after the last round everything may take to arrive. */
  longestSettlementMs: number;
  /** Hears of the course of it. */
  tell: (line: string) => void;
}

interface ChaosResult {
  comparison: Comparison;
  taps: readonly MadeTap[];
  settlement: Settlement;
  comebacks: ReturnType<Programs['comebacks']>;
  unexpectedEnds: number;
}

type Proxies = Record<'toDesk' | 'toPlatform', FaultyProxy>;

/** Lets members come and go while everything fails in turn, and compares what they did with what the platform holds. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const stack = await startStack();
  const otherDesk = options.desks === 2 ? await openOtherDesk(stack) : null;
  const toDesk = await openProxy(otherDesk ? [stack.deskUrl, otherDesk.url] : [stack.deskUrl]);
  const toPlatform = await openProxy([stack.platformUrl]);
  try {
    const lives = { ...livesOf(stack), ...(otherDesk && { otherDesk }) };
    return await runRounds(stack, lives, { toDesk, toPlatform }, options);
  } finally {
    await Promise.all([toDesk.close(), toPlatform.close()]);
    await otherDesk?.stop();
    await stack.stop();
  }
}

async function runRounds(
  stack: Stack,
  lives: Lives,
  proxies: Proxies,
  { rounds, seed, windows: windowCount, tapsPerSecond, longestSettlementMs, tell }: ChaosOptions,
): Promise<ChaosResult> {
  const since = new Date();
  const inDatabase = databasesOf(stack);
  const { settings, members } = await prepare(stack, inDatabase, proxies);
  const { load, windows } = openReception({
    members,
    random: createRandom(seed, 'load'),
    tapsPerSecond,
    openWindows: (listen) => Array.from({ length: windowCount }, () => openWindow(settings, listen)),
  });
  const programs = supervise(stack, lives);
  try {
    for (const [index, round] of rounds.entries()) {
      tell(`${index + 1}/${rounds.length} ${faultTitles[round.fault]}, ${Math.round(round.lastsMs / 1_000)} s`);
      load.begin(round.fault);
      await strike({ programs, windows, ...proxies }, round);
      await sleep(round.calmMs);
    }
    await load.end();
    tell('Waiting until everything has arrived …');
    const settlement = await awaitSettlement(inDatabase, load.taps, longestSettlementMs);
    const { taps, comparison } = await judge(inDatabase, load.taps(), since);
    return { comparison, taps, settlement, comebacks: programs.comebacks(), unexpectedEnds: programs.unexpectedEnds() };
  } finally {
    await load.end();
    await Promise.all(windows.map((window) => window.close()));
    await programs.release();
  }
}

/** Puts a network of ours between the desk and its platform. */
async function prepare(stack: Stack, inDatabase: InDatabase, { toDesk, toPlatform }: Proxies) {
  await inDatabase('desk', (client) => client.query('update locations set api_url = $1', [toPlatform.url]));
  const [gym] = await stack.platformAdmin<{ gymId: string }[]>('list-gyms');
  const { password, deskUrl: signInUrl } = stack;
  return prepareReception({ inDatabase, signInUrl, deskUrl: toDesk.url, password, gymId: gym?.gymId });
}
