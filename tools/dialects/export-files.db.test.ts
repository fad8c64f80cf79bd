import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workNow } from '#lib/server/due/location-work.ts';
import { followingExportOrders } from '#lib/server/export-orders/follow-orders.ts';
import { openExportFile } from '#lib/server/export-orders/open-export-file.ts';
import { orderExport } from '#lib/server/export-orders/order-export.ts';
import { readExportOrders } from '#lib/server/export-orders/read-orders.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { exportFileTypes } from '#lib/wire/export-orders.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import { callOf } from '#platform/testing/calls.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { exportWorkersOf } from '#platform/testing/export-workers.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { workoutOf } from '#platform/testing/training.ts';
import { utcDayOf } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { setUpDeskAtPlatform, waysToSpeak } from '#tools/testing/desk-at-platform.ts';

const { testDesk, platform, openGym } = setUpDeskAtPlatform();
const workers = exportWorkersOf(platform);

// not through the proxy, whose document is that of the other interface
const servers = waysToSpeak.map((dialect) => {
  let app: ReturnType<typeof openProcess>;
  const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env) });
  return {
    dialect,
    start: async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens on TCP
      app = openProcess(platform, {
        exports: { ...exportRules, publicUrl },
        dialect: dialect === 'other' ? dialect : undefined,
      });
      return publicUrl;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
});
const urls = new Map<(typeof waysToSpeak)[number], string>();
beforeAll(async () => {
  for (const { dialect, start } of servers) urls.set(dialect, await start());
});
afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

test.each(waysToSpeak)(
  'a file is ordered and fetched from the platform itself (%s dialect), and goes when somebody in it opts out',
  async (dialect) => {
    const { desk } = testDesk;
    const here = await openGym(dialect);
    const change = { exportUrl: urls.get(dialect) ?? '', exportKey: await platform.newKey(here.gym) };
    const location = await setLocation(desk, { locationId: here.location.id, change, by: null });
    const context = { desk, actor: { ...here.actor, location } };
    const lena = await here.enrol();
    const at = new Date(testDesk.clock.now - 5 * 24 * hourMs);
    await recordTraining(callOf(platform, here.gym), [workoutOf(lena, at)]);
    const days = { from: utcDayOf(at.getTime()), until: utcDayOf(testDesk.clock.now) };
    for (const fileType of exportFileTypes) {
      const order = { orderId: desk.newId(), dataSet: 'workouts', ...days, fileType } as const;
      expect(await orderExport(context, order)).toEqual({ kind: 'ordered' });
    }
    await workers.startWorkers();
    const orders = await until(async () => {
      testDesk.clock.now += 10_000;
      await workNow(desk, followingExportOrders);
      const { orders } = await readExportOrders(context);
      expect(orders.map(({ isReady }) => isReady)).toEqual([true, true, true]);
      return orders;
    });
    const leaving = new AbortController().signal;
    for (const { id, fileType } of orders) {
      const { body, name } = await openExportFile(context, { orderId: id, leaving });
      expect(name).toBe(`workouts-${days.from}-${days.until}.${fileType.toLowerCase()}`);
      expect(await new Response(body).text()).toContain(lena);
    }

    await platform.operate((operator) =>
      setSharing(operator, { gymId: here.gym.gymId, accountId: lena, sharesData: false }),
    );
    const [first] = orders;
    await expect(openExportFile(context, { orderId: first?.id ?? '', leaving })).rejects.toMatchObject({
      code: 'notFound',
    });
    testDesk.clock.now += hourMs;
    await workNow(desk, followingExportOrders);
    const states = (await readExportOrders(context)).orders.map(({ state }) => state);
    expect(states).toEqual(['expired', 'expired', 'expired']);
  },
);
