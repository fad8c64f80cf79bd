import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRandom } from '#platform/simulator/random.ts';
import { type Stack, startStack } from '#tools/testing/stack.ts';
import { databasesOf, type InDatabase } from '#tools/testing/with-database.ts';
import { type Clocks, openClocks } from './clocks.ts';
import { type Conclusion, concludeRun } from './conclude.ts';
import { faultTitles } from './fault-names.ts';
import { openReception } from './load.ts';
import { giveUnheardCards, type Member } from './members.ts';
import { openOtherDesk } from './other-desk.ts';
import type { Round } from './plan.ts';
import { type Lives, livesOf, type Programs, supervise } from './programs.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';
import { prepareReception } from './reception.ts';
import { type Stop, untilFirstTap } from './stop.ts';
import { repairFaults, strike } from './strike.ts';
import { openWindow } from './window.ts';

interface ChaosOptions {
  rounds: readonly Round[];
  seed: number;
  /** The number of desk processes on one database. */
  desks: 1 | 2;
  windows: number;
  tapsPerSecond: number;
  /** How long everything may take to arrive after the last round. */
  longestSettlementMs: number;
  /** Receives progress messages. */
  tell: (line: string) => void;
  stop: Stop;
  /** Receives the result, before anything is stopped. */
  report: (result: ChaosResult) => void;
  /** Uses the same programs afterwards. */
  next?: (stack: Stack) => Promise<void>;
}

interface ChaosResult extends Conclusion {
  comebacks: ReturnType<Programs['comebacks']>;
  unexpectedEnds: number;
}

type Proxies = Record<'toDesk' | 'toPlatform', FaultyProxy>;
type Surroundings = Proxies & { clocks: Clocks };

/**
 * Lets members come and go while one fault after the other occurs, and compares what they did with what the platform
 * holds.
 */
export async function runChaos(options: ChaosOptions): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-clocks-'));
  const clocks = openClocks(folder);
  const { environment } = clocks;
  const stack = await untilFirstTap(options.stop, () => startStack({ environment }));
  const otherDesk = options.desks === 2 ? await openOtherDesk(stack, environment) : null;
  const toDesk = await openProxy(otherDesk ? [stack.deskUrl, otherDesk.url] : [stack.deskUrl]);
  const toPlatform = await openProxy([stack.platformUrl]);
  try {
    const lives = { ...livesOf(stack), ...(otherDesk && { otherDesk }) };
    await runRounds(stack, lives, { toDesk, toPlatform, clocks }, options);
    await options.next?.(stack);
  } finally {
    await Promise.all([toDesk.close(), toPlatform.close()]);
    await otherDesk?.stop();
    await stack.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

async function runRounds(
  stack: Stack,
  lives: Lives,
  surroundings: Surroundings,
  { rounds, seed, windows: windowCount, tapsPerSecond, longestSettlementMs, tell, stop, report }: ChaosOptions,
): Promise<void> {
  const since = new Date();
  const inDatabase = databasesOf(stack);
  const { settings, members } = await prepare(stack, inDatabase, surroundings);
  const { load, windows } = openReception({
    members,
    random: createRandom(seed, 'load'),
    tapsPerSecond,
    openWindows: (listen) => Array.from({ length: windowCount }, () => openWindow(settings, listen)),
  });
  const programs = supervise(stack, lives);
  const giveCards = (people: readonly Member[]) => giveUnheardCards(inDatabase, people);
  const target = { programs, windows, load, giveCards, ...surroundings, pause: stop.pause };
  const { platformAheadSince } = surroundings.clocks;
  const judged = {
    end: load.end,
    taps: () =>
      load.taps().map((tap) => {
        const platformAheadMs = platformAheadSince(tap.happenedAt);
        return platformAheadMs ? { ...tap, platformAheadMs } : tap;
      }),
  };
  try {
    const conclusion = await concludeRun({
      load: judged,
      inDatabase,
      since,
      longestSettlementMs,
      tell,
      signal: stop.signal,
      rounds: async () => {
        for (const [index, round] of rounds.entries()) {
          if (stop.signal.aborted) return;
          const title = `${index + 1}/${rounds.length} ${faultTitles[round.fault]}`;
          tell(`${title}, ${Math.round(round.lastsMs / 1_000)} s`);
          load.begin(round.fault);
          try {
            await strike(target, round);
          } catch (cause) {
            await repairFaults(target);
            throw new Error(`${title}: ${cause instanceof Error ? cause.message : cause}`, { cause });
          }
          await stop.pause(round.calmMs);
        }
      },
    });
    report({ ...conclusion, comebacks: programs.comebacks(), unexpectedEnds: programs.unexpectedEnds() });
  } finally {
    await load.end();
    await Promise.all(windows.map((window) => window.close()));
    await programs.release();
  }
}

/** Inserts our proxy between the desk and its platform. */
async function prepare(stack: Stack, inDatabase: InDatabase, { toDesk, toPlatform }: Proxies) {
  await inDatabase('desk', (client) => client.query('update locations set api_url = $1', [toPlatform.url]));
  const [gym] = await stack.platformAdmin<{ gymId: string }[]>('list-gyms');
  const { password, deskUrl: signInUrl } = stack;
  return prepareReception({ inDatabase, signInUrl, deskUrl: toDesk.url, password, gymId: gym?.gymId });
}
