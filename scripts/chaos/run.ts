import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '#platform/simulator/random.ts';
import { type Stack, startStack } from '#scripts/testing/stack.ts';
import { withDatabase } from '#scripts/testing/with-database.ts';
import { type Comparison, compare, type MadeTap } from './compare.ts';
import { faultTitles } from './fault-names.ts';
import { awaitSettlement, readHeldVisits, readRefusals, type Settlement } from './ledger.ts';
import { openReception } from './load.ts';
import { readMembers } from './members.ts';
import { openOtherDesk } from './other-desk.ts';
import type { Round } from './plan.ts';
import { type Lives, livesOf, type Programs, supervise } from './programs.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';
import { signIn } from './sign-in.ts';
import { strike } from './strike.ts';
import { openWindow } from './window.ts';
import type { WindowSettings } from './window-messages.ts';

export interface ChaosOptions {
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

export interface ChaosResult {
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
  const { settings, members } = await prepare(stack, proxies);
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
    const settlement = await awaitSettlement(stack, load.taps, longestSettlementMs);
    const taps = withRefusals(load.taps(), await readRefusals(stack));
    const comparison = compare(taps, await readHeldVisits(stack, taps, since));
    return { comparison, taps, settlement, comebacks: programs.comebacks(), unexpectedEnds: programs.unexpectedEnds() };
  } finally {
    await load.end();
    await Promise.all(windows.map((window) => window.close()));
    await programs.release();
  }
}

/** A visit that the ledger will never send was refused, whatever its window was told. */
const withRefusals = (taps: readonly MadeTap[], refusals: ReadonlyMap<string, string>): MadeTap[] =>
  taps.map((tap) => {
    const reason = refusals.get(tap.tapId);
    return reason === undefined ? tap : { ...tap, answer: { kind: 'refused', reason } };
  });

/** Signs in at the first location, and puts a network of ours between the desk and its platform. */
async function prepare(stack: Stack, { toDesk, toPlatform }: Proxies) {
  const email = 'reception@demo.example';
  const place = await withDatabase(stack, 'desk', async (client) => {
    await client.query('update locations set api_url = $1', [toPlatform.url]);
    const { rows } = await client.query<WindowSettings['place']>(
      `select l.id as "locationId", s.id as "staffId" from locations l, staff s where s.email = $1
       order by l.created_at limit 1`,
      [email],
    );
    return rows[0];
  });
  const [gym] = await stack.platformAdmin<{ gymId: string }[]>('list-gyms');
  if (!place || !gym) throw new Error('The demo has neither staff nor gym.');
  const cookie = await signIn(stack.deskUrl, email, stack.password);
  return { settings: { deskUrl: toDesk.url, cookie, place }, members: await readMembers(stack, gym.gymId) };
}
