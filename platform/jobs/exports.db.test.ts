import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventItems, exportTypes } from '#contracts/export/events.ts';
import { eventSources, sharedEvents } from '#platform/services/exports/event-source.ts';
import { fileOf, record } from '#platform/testing/export-files.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { assessmentOf, bodyOf, flexibilityOf, trainingOf, workoutOf } from '#platform/testing/training.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();
let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

const at = (day: number, time = '09:00:00.000') => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}Z`);
const readCsv = (text: string): Record<string, string>[] => parse(text, { columns: true, relax_quotes: false });
/** As in CSV: text, and nothing for null. */
const asText = (item: object) =>
  Object.fromEntries(Object.entries(item).map(([field, value]) => [field, value === null ? '' : String(value)]));

/** A gym's events of November in plain SQL, oldest first. */
async function expectedItems(gym: TestGym, type: keyof typeof eventItems): Promise<Record<string, unknown>[]> {
  const fields = Object.entries(eventSources[type].fields).map(([name, sql]) => `${sql} AS "${name}"`);
  return platform.rows(`SELECT ${fields.join(', ')} ${sharedEvents(type)} ORDER BY e.occurred_at, e.event_id`, [
    gym.chainId,
    gym.gymId,
    '2026-11-01T00:00:00Z',
    '2026-12-01T00:00:00Z',
  ]);
}

test.each(exportTypes)(
  'a file of %s contains the same rows in every format, exactly those of the database',
  async (exportType) => {
    const gym = await platform.newGym();
    const [lena, tom] = [await createMember(gym), await createMember(gym, { firstName: 'Tom', lastName: 'Ørsted' })];
    for (const day of [1, 5, 20])
      await record(platform, gym, [...trainingOf(lena, at(day)), ...trainingOf(tom, at(day))]);
    const expected = await expectedItems(gym, exportType);
    expect(expected).toHaveLength(6);

    const lines = (await fileOf(platform, gym, { exportType, fileType: 'JSONL' })).split('\n');
    expect(lines.pop()).toBe('');
    const items = lines.map((line) => JSON.parse(line));
    expect(items).toEqual(expected);
    for (const item of items) expect(eventItems[exportType].strict().parse(item)).toEqual(item);
    expect(JSON.parse(await fileOf(platform, gym, { exportType, fileType: 'JSON' }))).toEqual(expected);

    const csv = await fileOf(platform, gym, { exportType, fileType: 'CSV' });
    expect(readCsv(csv)).toEqual(expected.map(asText));
    expect(csv.split('\r\n')[0]).toBe(Object.keys(eventItems[exportType].shape).join(','));
  },
);

test('a range without events is an empty array, an empty file, or only a header', async () => {
  const gym = await platform.newGym();
  expect(await fileOf(platform, gym, { fileType: 'JSON' })).toBe('[]');
  expect(await fileOf(platform, gym, { fileType: 'JSONL' })).toBe('');
  const csv = await fileOf(platform, gym, { fileType: 'CSV' });
  expect(csv).toMatch(/^eventTimestamp,.*,trainingVisualization\r\n$/);
});

test('a range may end with the last day that exists', async () => {
  const gym = await platform.newGym();
  expect(await fileOf(platform, gym, { startDate: '9999-12-01', endDate: '9999-12-31' })).toBe('');
});

const oddities = [
  'ünïcödé 名前 🏋️',
  'a "quoted" one',
  '"=quoted first',
  'comma, semicolon;',
  'line\nfeed',
  'CR\r\nLF',
  'back\\slash\\n',
  '\\.',
  "it's",
  '\u0001\u0002',
];

test('text is unchanged: umlauts, quotes, line ends, emoji, backslashes, control characters', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { firstName: 'Zoë "Zo" 🏋️', lastName: "O'Hara, Müller" });
  await record(
    platform,
    gym,
    oddities.map((machineType, index) => workoutOf(accountId, at(index + 1), { machineType })),
  );
  const machinesIn = (items: Record<string, unknown>[]) => items.map(({ machineType }) => machineType);

  const json = JSON.parse(await fileOf(platform, gym, { fileType: 'JSON' }));
  expect(machinesIn(json)).toEqual(oddities);
  expect(json[0]).toMatchObject({ firstName: 'Zoë "Zo" 🏋️', lastName: "O'Hara, Müller" });
  const jsonl = (await fileOf(platform, gym)).trimEnd().split('\n');
  expect(machinesIn(jsonl.map((line) => JSON.parse(line)))).toEqual(oddities);
  const csv = await fileOf(platform, gym, { fileType: 'CSV' });
  expect(machinesIn(readCsv(csv))).toEqual(oddities);
  expect(csv).toContain('"line\nfeed"');
  expect(csv.replaceAll('"line\nfeed"', '').replaceAll('\r\n', '')).not.toContain('\n');
});

test.each(['=1+1', '+49 89', '-5', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
  'CSV neutralizes the formula %j, and JSON leaves it unchanged',
  async (machineType) => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym, { firstName: '=cmd', lastName: '-2' });
    await record(platform, gym, [workoutOf(accountId, at(3), { machineType, trainingMethod: `a${machineType}` })]);
    const [row] = readCsv(await fileOf(platform, gym, { fileType: 'CSV' }));
    expect(row).toMatchObject({
      machineType: `'${machineType}`,
      trainingMethod: `a${machineType}`,
      firstName: "'=cmd",
      lastName: "'-2",
    });
    expect(JSON.parse(await fileOf(platform, gym, { fileType: 'JSON' }))).toMatchObject([{ machineType }]);
  },
);

test('CSV has two quotes for null and for empty text, and words for booleans', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await record(platform, gym, [
    workoutOf(accountId, at(3), { isGuest: true, machineType: null, trainingMethod: '', operationMode: 'x' }),
    workoutOf(accountId, at(4), { isGuest: null, machineType: 'a', trainingMethod: 'b', operationMode: 'c' }),
  ]);
  const [, first, second] = (await fileOf(platform, gym, { fileType: 'CSV' })).split('\r\n');
  expect(first).toMatch(/^2026-11-03T09:00:00\.000Z,.*,true,.*,"","",x,CURVE$/);
  expect(second?.split(',')[3]).toBe('""');
});

test('a range includes exactly its first to last day, in UTC', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const inside = [at(5, '00:00:00.000'), at(6, '23:59:59.999')];
  const outside = [at(4, '23:59:59.999'), at(7, '00:00:00.000')];
  await record(
    platform,
    gym,
    [...inside, ...outside].map((when) => workoutOf(accountId, when)),
  );
  const items = JSON.parse(
    await fileOf(platform, gym, { startDate: '2026-11-05', endDate: '2026-11-06', fileType: 'JSON' }),
  );
  expect(items.map((item: { eventTimestamp: string }) => new Date(item.eventTimestamp))).toEqual(inside);
});

test('a file contains no member who opted out before, and nothing of another gym or chain', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  const [shares, hides] = [await createMember(gym), await createMember(gym)];
  const guest = await createMember(stranger);
  await record(platform, gym, [workoutOf(shares, at(3)), workoutOf(hides, at(3))]);
  await record(platform, sibling, [workoutOf(shares, at(4))]);
  await record(platform, stranger, [workoutOf(guest, at(3))]);
  await platform.rows('UPDATE chain_profiles SET shares_data = false WHERE account_id = $1', [hides]);
  const items = JSON.parse(await fileOf(platform, gym, { fileType: 'JSON' }));
  expect(items).toMatchObject([{ externalAccountId: shares, eventTimestamp: '2026-11-03T09:00:00.000Z' }]);
});

test('the job’s row has the number of rows and bytes of the file, and its hash', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await record(
    platform,
    gym,
    [assessmentOf, flexibilityOf, bodyOf].map((eventOf) => eventOf(accountId, at(3))),
  );
  const text = await fileOf(platform, gym, { exportType: 'BODY_MEASUREMENTS', fileType: 'CSV' });
  const [job] = await platform.rows(
    'SELECT row_count::int, byte_count::int, sha256, tries::int FROM export_jobs WHERE gym_id = $1',
    [gym.gymId],
  );
  expect(job).toEqual({
    row_count: 1,
    byte_count: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    tries: 1,
  });
});
