import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { openSnapshot } from './snapshot.ts';

const platform = startTestPlatform();

test('a file is read by a connection that sees one chain, whatever its statement selects', async () => {
  const [gym, stranger] = [await platform.newGym(), await platform.newGym()];
  const accountId = await createMember(gym);
  await createMember(stranger);
  const snapshot = await openSnapshot(platform.url);
  try {
    await snapshot.take({ job: { ...gym, jobId: randomUUID() }, fileName: '' });
    const { pieces } = snapshot.copy('COPY (SELECT account_id FROM chain_profiles) TO STDOUT', []);
    expect(Buffer.concat(await Array.fromAsync(pieces)).toString()).toBe(`${accountId}\n`);
  } finally {
    await snapshot.close();
  }
});

test('reading from a connection that was closed before throws an error', async () => {
  const snapshot = await openSnapshot(platform.url);
  await snapshot.take({ job: { ...(await platform.newGym()), jobId: randomUUID() }, fileName: '' });
  const { pieces } = snapshot.copy('COPY (SELECT 1) TO STDOUT', []);
  await snapshot.close();
  await expect(Array.fromAsync(pieces)).rejects.toThrow('closed');
});

/** One row that fills PostgreSQL's send buffer, and then nothing for a minute. */
const stopsAfterTheFirst = "COPY (SELECT repeat('x', 9000) UNION ALL SELECT pg_sleep(60)::text) TO STDOUT";

/** A connection that is closed after the test, on both sides. */
async function openForTest(longestSilenceMs?: number) {
  const snapshot = await openSnapshot(platform.url, longestSilenceMs);
  onTestFinished(async () => {
    await snapshot.close();
    await platform.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'front desk export'",
    );
  });
  await snapshot.take({ job: { ...(await platform.newGym()), jobId: randomUUID() }, fileName: '' });
  return snapshot;
}

/** The result of a file whose database goes silent, and whether that was after its first chunk. */
async function readUntilSilence(longestSilenceMs: number) {
  const { pieces } = (await openForTest(longestSilenceMs)).copy(stopsAfterTheFirst, []);
  let hasBegun = false;
  try {
    for await (const _ of pieces) hasBegun = true;
  } catch (error) {
    return { hasBegun, outcome: String(error) };
  }
  return { hasBegun, outcome: 'whole' };
}

test('a database that stops responding after the first chunk causes a timeout', async () => {
  // if even the first chunk took longer, the timeout was too short
  for (let patienceMs = 500; ; patienceMs *= 4) {
    const { hasBegun, outcome } = await readUntilSilence(patienceMs);
    expect(outcome).toMatch(/terminated/);
    if (hasBegun) return;
  }
});

test('the time that the reader takes does not count', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { pieces } = (await openForTest()).copy(
    "COPY (SELECT repeat('x', 9000) FROM generate_series(1, 100)) TO STDOUT",
    [],
  );
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    await vi.advanceTimersByTimeAsync(60 * 60_000);
  }
  expect(bytes).toBe(100 * 9001);
});
