import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import { type Env, readEnv } from '#lib/server/base/env.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { createTestDesk, type TestDesk, testNow, testPasswordHash, testSecret } from '#lib/testing/test-desk.ts';
import { addLocation, ensureFirstLocation } from './add-location.ts';
import { checkSecret } from './check-secret.ts';

let testDesk: TestDesk;

beforeEach(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
});
afterEach(() => testDesk.close());

const envWith = (gym: Record<string, string>): Env =>
  readEnv({ DESK_SECRET: testSecret, DESK_DATABASE_URL: testDesk.databaseUrl, ...gym });
const ensure = (env: Env) =>
  ensureFirstLocation(testDesk.desk.db, { env, id: testDesk.desk.newId(), now: new Date(testNow) });
const gym = {
  GYM_NAME: 'Munich West',
  GYM_TIME_ZONE: 'Europe/Berlin',
  GYM_API_URL: 'https://api.example.com/',
  GYM_API_KEY: 'fd_key',
  GYM_EXPORT_URL: 'https://export.example.com',
  GYM_EXPORT_KEY: 'fd_export_key',
};

test('the first location is created from the environment, with its credentials sealed', async () => {
  await ensure(envWith(gym));
  const [location] = await testDesk.desk.db.select().from(locations);
  expect(location).toMatchObject({ name: 'Munich West', apiUrl: 'https://api.example.com', v1Url: null });
  const { id: locationId = '', sealedApiKey = '', sealedExportKey } = location ?? {};
  expect(unseal({ secret: testSecret }, { sealed: sealedApiKey, locationId, field: 'apiKey' })).toBe('fd_key');
  expect(unseal({ secret: testSecret }, { sealed: sealedExportKey ?? '', locationId, field: 'exportKey' })).toBe(
    'fd_export_key',
  );
  expect(JSON.stringify(location)).not.toContain('fd_');
});

test('it is created once, however many processes start, and is not changed afterwards', async () => {
  await Promise.all([ensure(envWith(gym)), ensure(envWith(gym))]);
  await ensure(envWith({ ...gym, GYM_NAME: 'Renamed' }));
  await ensure(envWith({}));
  expect((await testDesk.desk.db.select().from(locations)).map(({ name }) => name)).toEqual(['Munich West']);
});

test('without a location in the database or the environment, the error names the variables', async () => {
  await expect(ensure(envWith({}))).rejects.toMatchObject({
    name: 'EnvironmentError',
    message: expect.stringMatching(/set GYM_API_URL to .* and GYM_API_KEY to /),
  });
});

test('its time zone is stored by a name that the database knows', async () => {
  await ensure(envWith({ ...gym, GYM_TIME_ZONE: 'US/Pacific-New' }));
  expect(await testDesk.desk.db.select().from(locations)).toMatchObject([{ timeZone: 'America/Los_Angeles' }]);
});

test('a time zone that the database knows by no name stops the start, as long as there is no location', async () => {
  // in place of a zone that is newer than the database
  const unknown = { ...envWith(gym), GYM_TIME_ZONE: 'Mars/Base' };
  await expect(ensure(unknown)).rejects.toMatchObject({
    name: 'EnvironmentError',
    message: expect.stringMatching(/^GYM_TIME_ZONE is "Mars\/Base", which the database does not know: choose /),
  });
  expect(await testDesk.desk.db.$count(locations)).toBe(0);
  await ensure(envWith({ ...gym, GYM_TIME_ZONE: 'Europe/Kyiv' }));
  await ensure(unknown);
  expect(await testDesk.desk.db.select().from(locations)).toMatchObject([{ timeZone: 'Europe/Kyiv' }]);
});

test('a secret other than the one that sealed the keys stops the start', async () => {
  await ensure(envWith(gym));
  await checkSecret(testDesk.desk.db, { secret: testSecret });
  await expect(checkSecret(testDesk.desk.db, { secret: `${testSecret}!` })).rejects.toMatchObject({
    name: 'EnvironmentError',
    message: expect.stringMatching(/^DESK_SECRET is not the one/),
  });
});

test('the location of a test, which is stored at once, has the rows of one that is added, and of its manager', async () => {
  const { desk } = testDesk;
  const { location, platform, actor } = await testDesk.openLocation();
  const id = desk.newId();
  await addLocation(desk.db, {
    id,
    name: `Gym ${id}`,
    timeZone: 'Europe/Berlin',
    apiUrl: platform.url,
    apiKey: platform.apiKey,
    secret: testSecret,
    now: new Date(testDesk.clock.now),
  });
  const staffId = await insertStaff(desk.db, desk, {
    email: `${id}@example.com`,
    name: 'Mira Sommer',
    role: 'manager',
    passwordHash: testPasswordHash,
    locationIds: [id],
  });
  const tables = await desk.db.execute<{ table: string }>(
    sql`select format('%I', relname) as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  /** Without what differs between any two. */
  const alike = (row: string, [locationId = '', staffId = '']: string[]) =>
    row
      .replaceAll(locationId, 'location')
      .replaceAll(staffId, 'staff')
      .replaceAll(/v1\.[\w-]+/g, 'sealed')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:[\d.]+\+00/g, 'then');
  const rowsWith = async (...ids: string[]) => {
    const found: Record<string, string[]> = {};
    for (const { table } of tables.rows) {
      const { rows } = await desk.db.execute<{ row: string }>(
        sql`select t::text as row from ${sql.raw(table)} t where t::text ~ ${ids.join('|')} order by 1`,
      );
      if (rows.length > 0) found[table] = rows.map(({ row }) => alike(row, ids));
    }
    return found;
  };
  expect(await rowsWith(location.id, actor.staffId)).toEqual(await rowsWith(id, staffId));
});
