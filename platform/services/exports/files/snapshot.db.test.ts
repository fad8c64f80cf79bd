import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { openSnapshot } from './snapshot.ts';

const platform = startTestPlatform();

test('a file is written by a connection that sees one chain, whatever its statement asks for', async () => {
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

test('who reads from a connection that was ended before hears of it', async () => {
  const snapshot = await openSnapshot(platform.url);
  await snapshot.take({ job: { ...(await platform.newGym()), jobId: randomUUID() }, fileName: '' });
  const { pieces } = snapshot.copy('COPY (SELECT 1) TO STDOUT', []);
  await snapshot.close();
  await expect(Array.fromAsync(pieces)).rejects.toThrow('closed');
});
