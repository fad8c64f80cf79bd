import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventSources, sharedEvents } from '#platform/services/exports/event-source.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { askFile, fileOf, finished, record, statusOf } from '#platform/testing/export-files.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { workoutOf } from '#platform/testing/training.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();
let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

const range = { startDate: '2026-11-01', endDate: '2026-11-21' };
const type = 'SMART_STRENGTH_WORKOUTS';
type Item = Record<string, unknown>;

async function itemsOfPages(gym: TestGym): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...range, ...(cursor === null ? {} : { cursor }) };
    const { body } = await gym.askExport('getSmartStrengthWorkoutsExport', { query });
    items.push(...body.data);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return items;
}

const itemsOfSql = (gym: TestGym): Promise<Item[]> => {
  const fields = Object.entries(eventSources[type].fields).map(([name, sql]) => `${sql} AS "${name}"`);
  const statement = `SELECT ${fields.join(', ')} ${sharedEvents(type)} ORDER BY e.occurred_at, e.event_id`;
  return platform.rows(statement, [gym.chainId, gym.gymId, '2026-11-01T00:00:00Z', '2026-11-22T00:00:00Z']);
};

const action = fc.record({
  kind: fc.constantFrom('train' as const, 'train' as const, 'optOut' as const, 'optIn' as const, 'erase' as const),
  member: fc.nat(5),
  day: fc.integer({ min: 1, max: 20 }),
  count: fc.integer({ min: 1, max: 300 }),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function act(gym: TestGym, members: readonly string[], { kind, member, day, count }: Action): Promise<void> {
  const accountId = members[member] ?? '';
  const at = (index: number) => new Date(Date.UTC(2026, 10, day, 8) + index * 1000);
  const share = (sharesData: boolean) =>
    platform.operate((operator) => setSharing(operator, { gymId: gym.gymId, accountId, sharesData }));
  const known = await platform.rows('SELECT FROM chain_profiles WHERE account_id = $1', [accountId]);
  if (known.length === 0) return;
  if (kind === 'train') {
    await record(
      platform,
      gym,
      Array.from({ length: count }, (_, index) => workoutOf(accountId, at(index))),
    );
  } else if (kind === 'erase') {
    await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  } else {
    await share(kind === 'optIn');
  }
}

test('pages, files and a plain query agree despite concurrent changes, and a file contains no member who left', async () => {
  const actions = fc.array(action, { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(actions, actions, fc.constantFrom('JSON', 'JSONL'), async (before, meanwhile, fileType) => {
      const gym = await platform.newGym();
      const members: string[] = [];
      for (let count = 0; count < 6; count += 1) members.push(await createMember(gym));
      for (const one of before) await act(gym, members, one);
      const settled = await itemsOfSql(gym);

      const jobId = await askFile(gym, { ...range, fileType });
      for (const one of meanwhile) await act(gym, members, one);
      const shown = new Set((await itemsOfSql(gym)).map(({ externalAccountId }) => externalAccountId));
      const left = new Set(meanwhile.filter(({ kind }) => kind !== 'train').map(({ member }) => members[member]));
      const path = await finished(platform, gym, jobId).catch(() => undefined);
      const read = (text: string): Item[] =>
        fileType === 'JSON'
          ? JSON.parse(text)
          : text
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line));
      if (path !== undefined) {
        const items = read(await (await platform.app.request(path)).text());
        for (const { externalAccountId } of items) expect(shown).toContain(externalAccountId);
        const stayed = settled.filter(({ externalAccountId }) => !left.has(String(externalAccountId)));
        const written = new Set(items.map((item) => JSON.stringify(item)));
        expect(stayed.filter((item) => !written.has(JSON.stringify(item)))).toEqual([]);
      } else {
        expect((await statusOf(gym, jobId)).status).toBe('EXPIRED');
      }

      const expected = await itemsOfSql(gym);
      expect(await itemsOfPages(gym)).toEqual(expected);
      expect(read(await fileOf(platform, gym, { ...range, fileType }))).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});
