import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { isTimeZone } from '#shared/calendar/time-zone.ts';
import { shortZoneNames } from '#shared/testing/short-zone-names.ts';

const platform = startTestPlatform();

const migrate = async () => {
  const file = new URL('./migrations/0011_names_of_time_zones.sql', import.meta.url);
  await platform.rows(/^UPDATE [^;]*/m.exec(await readFile(file, 'utf8'))?.[0] ?? '');
};
const setZone = (gymId: string, timeZone: string) =>
  platform.rows('UPDATE gyms SET time_zone = $2 WHERE gym_id = $1', [gymId, timeZone]);
const zoneOf = async (gymId: string) => {
  const [row] = await platform.rows<{ zone: string }>('SELECT time_zone AS zone FROM gyms WHERE gym_id = $1', [gymId]);
  return row?.zone ?? '';
};

test('a gym with a short name of a time zone has the one afterwards that the runtime meant by it, and any other keeps its own', async () => {
  const kept = ['Europe/Kyiv', 'Asia/Calcutta', 'Etc/GMT-2', 'UTC', '+02:00', '-0500'];
  const { gymId } = await platform.newGym();
  const names: string[] = [];
  for (const former of [...shortZoneNames, ...kept]) {
    await setZone(gymId, former);
    await migrate();
    names.push(await zoneOf(gymId));
  }
  expect(names.splice(shortZoneNames.length)).toEqual(kept);
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  for (const at of ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']) {
    const localTime = (timeZone: string) => new Date(at).toLocaleString('sv', { timeZone });
    expect(names.map(localTime)).toEqual(shortZoneNames.map(localTime));
  }
});

test('a gym with an abbreviation, at which requests about bookings failed, answers them afterwards', async () => {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  await setZone(gym.gymId, 'IST');
  const statusOfBookings = async () => (await gym.ask('userProducts', { path })).status;
  expect(await statusOfBookings()).toBe(500);
  await migrate();
  expect(await statusOfBookings()).toBe(200);
});
