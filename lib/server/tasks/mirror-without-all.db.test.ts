import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import type { FakeRequest, Reply } from '#lib/testing/fake-platform.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { mirrorTasks } from './mirror.ts';
import { readTasksOf } from './read-tasks.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const mirrorAfter = (ms: number) => {
  testDesk.clock.now += ms;
  return mirrorTasks({ desk: testDesk.desk, actor: here.actor });
};
const view = (accountId: string) => readTasksOf({ desk: testDesk.desk, actor: here.actor }, { accountId });

async function mirrored(): Promise<string[]> {
  const rows = await testDesk.desk.db.select().from(tasks).where(eq(tasks.locationId, here.location.id));
  return rows.map(({ platformId }) => platformId ?? '').sort();
}

const unreadable = async () => (await readStatus({ desk: testDesk.desk, actor: here.actor })).unreadable;

const isOfAll = ({ path, query }: FakeRequest) => path === '/api/v2/tasks' && !query.has('modifiedSince');
const countOfAll = () => here.platform.requests.filter(isOfAll).length;

/** A request for all tasks ends as soon as the platform is silent about it. */
function shortenLongDeadlines() {
  const start = AbortSignal.timeout.bind(AbortSignal);
  holdDeadlines((timeoutMs) => start(timeoutMs > 5_000 ? 1 : timeoutMs));
}

describe('a list of all tasks that the platform cannot give', () => {
  test.each<Reply>([{ status: 503, body: {} }, 'silence'])(
    'does not hold up the changes, and is asked for again an hour later: %j',
    async (reply) => {
      shortenLongDeadlines();
      const changed = here.platform.tasks.set({ targetId: 'lena' });
      const gone = here.platform.tasks.set({ targetId: 'omar' });
      await mirrorAfter(0);
      here.platform.fault = (request) => (isOfAll(request) ? reply : null);
      here.platform.tasks.all.splice(1);
      for (const [ms, name] of [[25 * hourMs, 'Changed'] as const, [15_000, 'Again'] as const]) {
        here.platform.tasks.change(changed.id, { name });
        await mirrorAfter(ms);
        expect(await view('lena')).toMatchObject({ staleBecause: null, tasks: [{ name }] });
      }
      expect(countOfAll()).toBe(2);
      await mirrorAfter(hourMs);
      expect([countOfAll(), await mirrored()]).toEqual([3, [changed.id, gone.id].sort()]);
      here.platform.fault = () => null;
      await mirrorAfter(hourMs);
      expect([countOfAll(), await mirrored()]).toEqual([4, [changed.id]]);
      await mirrorAfter(23 * hourMs);
      expect(countOfAll()).toBe(4);
    },
  );

  test('does not hold up the changes either where the platform says how long no list of tasks may be asked for', async () => {
    // a gateway that limits the path
    here.platform.tellsLimit = false;
    const { id } = here.platform.tasks.set({ targetId: 'lena' });
    await mirrorAfter(0);
    here.platform.fault = (request) => (isOfAll(request) ? { status: 429, headers: { 'retry-after': '30' } } : null);
    for (const [ms, name] of [[25 * hourMs, 'Changed'] as const, [hourMs, 'Again'] as const]) {
      here.platform.tasks.change(id, { name });
      await mirrorAfter(ms);
      expect(await view('lena')).toMatchObject({ staleBecause: null, tasks: [{ name }] });
    }
    expect(countOfAll()).toBe(3);
  });

  test('is told to managers until it is given again, and not where the platform gives no changes either', async () => {
    await mirrorAfter(0);
    const unavailable = { status: 503, body: {} };
    here.platform.fault = () => unavailable;
    await mirrorAfter(25 * hourMs);
    expect(await unreadable()).toEqual([]);
    here.platform.fault = (request) => (isOfAll(request) ? unavailable : null);
    for (const ms of [15_000, 15_000, hourMs]) {
      await mirrorAfter(ms);
      expect(await unreadable()).toEqual([{ list: 'tasks', count: 0, isEndless: false, isCutShort: true }]);
    }
    here.platform.fault = () => null;
    await mirrorAfter(hourMs);
    expect(await unreadable()).toEqual([]);
  });

  test('is the reason of a list that is not current where there are no changes either, and is asked for again at once', async () => {
    await mirrorAfter(0);
    here.platform.fault = () => ({ status: 403, body: { errorCode: 'missingPermission' } });
    await mirrorAfter(25 * hourMs);
    expect(await view('lena')).toMatchObject({ staleBecause: 'permission' });
    here.platform.fault = () => null;
    const before = countOfAll();
    await mirrorAfter(15_000);
    expect(await view('lena')).toMatchObject({ staleBecause: null });
    expect(countOfAll()).toBe(before + 1);
  });
});
