import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { keyBuckets } from '#lib/server/db/schema/key-buckets.ts';
import { publishedLimit } from '#lib/server/gym-api/token-bucket.ts';
import { inventMember } from '#lib/testing/members.ts';
import type { TestDesk, TestLocation } from '#lib/testing/test-desk.ts';
import { timed } from './reading-times.ts';

const rounds = 5;
const scansOfRound = 40;
const readers = 2;

/** Milliseconds until a scan is answered. */
export interface Scans {
  alone: number[];
  besideReports: number[];
}

/**
 * Scans while nobody reads, and while two people read without a pause, in the same process. In alternating rounds, so that other work on
 * the machine slows both alike.
 */
export async function scanBeside(
  { desk }: Pick<TestDesk, 'desk'>,
  here: TestLocation,
  read: () => Promise<unknown>,
): Promise<Scans> {
  const scans: Scans = { alone: [], besideReports: [] };
  const scan = () => scanRound(desk, here);
  await scan();
  for (let round = 0; round < rounds; round += 1) {
    scans.alone.push(...(await scan()));
    scans.besideReports.push(...(await whileReading(read, scan)));
  }
  return scans;
}

async function scanRound(desk: TestDesk['desk'], here: TestLocation): Promise<number[]> {
  const context = { desk, actor: here.actor };
  const samplesMs: number[] = [];
  for (let scanned = 0; scanned < scansOfRound; scanned += 1) {
    const member = inventMember();
    here.platform.members.push(member);
    // else the rate limit of the key would be measured
    await desk.db.update(keyBuckets).set({ tokens: publishedLimit.capacity });
    samplesMs.push(await timed(() => lookUp(context, { ...here.tap(), source: 'scan', value: member.card })));
  }
  return samplesMs;
}

async function whileReading<T>(read: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const reading = { isOn: true };
  const all = Array.from({ length: readers }, async () => {
    while (reading.isOn) await read();
  });
  const result = await work();
  reading.isOn = false;
  await Promise.all(all);
  return result;
}
