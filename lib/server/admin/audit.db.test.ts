import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readAdminEnv } from '#lib/server/base/env.ts';
import { sealPhoto } from '#lib/server/crypto/seal.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testSecret } from '#lib/testing/test-desk.ts';
import { runDeskAdmin } from './main.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeAll(async () => {
  here = await testDesk.openLocation();
});

async function run(...args: string[]) {
  const [printed, told]: [string[], string[]] = [[], []];
  const files = new Map<string, Buffer>();
  const exitCode = await runDeskAdmin(args, {
    readEnv: () => readAdminEnv({ DESK_DATABASE_URL: testDesk.databaseUrl, DESK_SECRET: testSecret }),
    readGymAccess: () => ({}),
    readInput: async () => '',
    readFile: async () => '',
    writeFile: async (file, pieces) => {
      files.set(file, Buffer.concat(await Array.fromAsync(pieces, (piece) => Buffer.from(piece as Uint8Array)))); // safe because: Buffer.from takes text, too
    },
    print: (text) => printed.push(text),
    tell: (text) => told.push(text),
  });
  return {
    exitCode,
    files,
    told: told.join(''),
    answer: printed.length > 0 ? JSON.parse(printed.join('')) : undefined,
  };
}

describe('audit', () => {
  const write = async (place: TestLocation, at: string, reason: string, staffId: string | null = null) =>
    testDesk.desk.db.insert(auditLog).values({
      locationId: place.location.id,
      id: randomUUID(),
      at: new Date(at),
      action: 'changeLocation',
      reason,
      staffId,
    });
  const reasons = ({ answer }: { answer: { reason: string }[] }) => answer.map(({ reason }) => reason);

  test('lists the entries since midnight of each location in order, with the staff member', async () => {
    const there = await testDesk.openLocation({ timeZone: 'America/New_York' });
    // the first of November begins at 23:00 UTC in Berlin, and at 04:00 UTC in New York
    await write(here, '2026-10-31T22:59:59Z', 'before');
    await write(here, '2026-11-02T09:00:00Z', 'third', here.actor.staffId);
    await write(here, '2026-10-31T23:00:00Z', 'first');
    await write(there, '2026-11-01T03:59:59Z', 'before there');
    await write(there, '2026-11-01T04:00:00Z', 'second');
    const { answer } = await run('audit', '--since', '2026-11-01');
    expect(reasons({ answer })).toEqual(['first', 'second', 'third']);
    const { name } = here.location;
    const by = { name: 'Mira Sommer', email: `${here.location.id}@example.com` };
    expect(answer[0]).toMatchObject({
      action: 'changeLocation',
      at: '2026-10-31T23:00:00.000Z',
      location: name,
      by: null,
    });
    expect(answer[2]).toMatchObject({ by });
    expect(reasons(await run('audit', '--since', '2026-11-01', '--location', there.location.id))).toEqual(['second']);
    expect(reasons(await run('audit', '--since', '2026-11-02T10:00:00+01:00'))).toEqual(['third']);
    expect(reasons(await run('audit', '--since', '2026-11-02T09:00:01Z'))).toEqual([]);
  });

  test.each([
    [['--since', 'yesterday'], /such as 2026-11-01/],
    [['--since', '2026-13-01'], /such as 2026-11-01/],
    [['--since', '2026-11-01', '--location', randomUUID()], /no such location/],
    [[], /--since/],
  ])('%o is refused in a sentence', async (args, sentence) => {
    expect(await run('audit', ...args)).toMatchObject({ exitCode: 1, told: expect.stringMatching(sentence) });
  });
});

describe('export-member', () => {
  const to = ['--to', '/tmp/for-lena'];

  test('writes JSON and the picture into the folder, and returns the number of rows of each table', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
    const member = { locationId: here.location.id, accountId: lena.account.accountId };
    const picture = Buffer.from([0, 255, 128, 7]);
    const sealedPicture = sealPhoto({ secret: testSecret }, { picture, ...member });
    await testDesk.desk.db.insert(photos).values({ ...member, sealedPicture, version: randomUUID() });
    const { answer, files } = await run(
      'export-member',
      '--location',
      member.locationId,
      '--account',
      member.accountId,
      ...to,
    );
    expect(answer).toMatchObject({
      files: ['/tmp/for-lena/member.json', '/tmp/for-lena/picture.webp'],
      rows: { members: 1, visits: 1, cards: 1, photos: 1, member_notes: 0 },
    });
    const told = JSON.parse(String(files.get('/tmp/for-lena/member.json')));
    expect(told).toMatchObject({
      location: here.location.name,
      accountId: member.accountId,
      records: { members: [{ firstName: 'Lena' }], cards: [{ value: lena.card }], visits: [{ kind: 'checkIn' }] },
    });
    expect(files.get('/tmp/for-lena/picture.webp')).toEqual(picture);
    expect(JSON.stringify(answer)).not.toContain('Lena');
  });

  test.each([
    ['an account without stored data', () => here.location.id, /Nothing is kept/],
    ['an unknown location', () => randomUUID(), /no such location/],
    ['a name of no location', () => 'x', /no such location/],
  ])('writes nothing for %s', async (_, locationOf, sentence) => {
    const { exitCode, files, told } = await run(
      'export-member',
      '--location',
      locationOf(),
      '--account',
      'nobody',
      ...to,
    );
    expect([exitCode, files.size, told]).toEqual([1, 0, expect.stringMatching(sentence)]);
  });
});
