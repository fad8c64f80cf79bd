import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { matchOptedOut } from '#lib/server/opt-outs/match-opted-out.ts';
import { pullTraining } from '#lib/server/training/pull-training.ts';
import { readLastTraining } from '#lib/server/training/read-last.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import { callOf } from '#platform/testing/calls.ts';
import { assessmentOf, trainingOf, workoutOf } from '#platform/testing/training.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { setUpDeskAtPlatform } from '#tools/testing/desk-at-platform.ts';

const { testDesk, platform, openGym } = setUpDeskAtPlatform();

// not through the proxy, whose document is that of the other interface
const server = createAdaptorServer({ fetch: (request, env) => platform.app.fetch(request, env) });
let exportUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  exportUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens on TCP
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('training is read from the platform itself, page by page, and an opt-out deletes it', async () => {
  const { desk } = testDesk;
  const here = await openGym('own');
  const change = { exportUrl, exportKey: await platform.newKey(here.gym) };
  const location = await setLocation(desk, { locationId: here.location.id, change, by: null });
  const context = { desk, actor: { ...here.actor, location } };
  const [lena, emil] = [await here.enrol(), await here.enrol()];
  await here.readMembers();
  const daysAgo = (days: number) => new Date(testDesk.clock.now - days * 24 * hourMs);
  const call = callOf(platform, here.gym);
  await recordTraining(call, [...trainingOf(lena, daysAgo(5)), assessmentOf(emil, daysAgo(9))]);
  // more than a page has
  const many = Array.from({ length: 700 }, (_, index) => workoutOf(emil, new Date(daysAgo(7).getTime() + index)));
  await recordTraining(call, many);

  const last = async () => {
    await pullTraining(context);
    return readLastTraining(context, { accountIds: [lena, emil] });
  };
  const trained = { trainedAt: many.at(-1)?.occurredAt.toISOString(), testedAt: daysAgo(9).toISOString() };
  const both = { trainedAt: daysAgo(5).toISOString(), testedAt: daysAgo(5).toISOString() };
  expect(Object.fromEntries(await last())).toEqual({ [lena]: both, [emil]: trained });

  await platform.operate((operator) =>
    setSharing(operator, { gymId: here.gym.gymId, accountId: lena, sharesData: false }),
  );
  await matchOptedOut(context);
  testDesk.clock.now += 26 * hourMs;
  expect(Object.fromEntries(await last())).toEqual({ [emil]: trained });
});
