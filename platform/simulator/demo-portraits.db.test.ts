import { sql as statement } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clubDay } from './calendar.ts';
import { demoCardHolders } from './demo-card-holders.ts';
import { drawDemoPortraits } from './demo-portraits.ts';
import { drawFace } from './drawn-face.ts';
import { type DemoDatabase, openDemoDatabase, seededAt, seededDemo } from './testing/demo-database.ts';

const now = seededAt;
const named = demoCardHolders(clubDay(now));
let database: DemoDatabase;
beforeAll(async () => {
  database = await openDemoDatabase(seededDemo);
});
afterAll(() => database.close());

const stored = () =>
  database.rows<{ accountId: string; membershipId: string; content: Buffer; mediaType: string }>(statement`
    SELECT i.account_id AS "accountId", m.membership_id AS "membershipId", i.content, i.media_type AS "mediaType"
    FROM account_images i JOIN memberships m ON m.chain_id = i.chain_id AND m.account_id = i.account_id`);

it('holders of demo cards come first, each with a picture except the prospect, and the reported count is stored', async () => {
  const { portraits, isLast } = await drawDemoPortraits(database.operator, { from: 0, count: named.length, now });
  expect(isLast).toBe(false);
  const kept = await stored();
  expect(kept.map(({ membershipId }) => membershipId).sort()).toEqual(
    named.flatMap(({ membershipId, shows }) => (shows === 'prospect' ? [] : [membershipId])).sort(),
  );
  expect(new Map(kept.map(({ accountId, content }) => [accountId, content.toString('base64')]))).toEqual(
    new Map(portraits.map(({ accountId, jpeg }) => [accountId, jpeg])),
  );
  for (const { content, mediaType } of kept) {
    expect(mediaType).toBe('image/jpeg');
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 416, height: 416 });
  }
});

it('members who came today are next, and most of them have a picture', async () => {
  const { portraits } = await drawDemoPortraits(database.operator, { from: named.length, count: 40, now });
  const [{ here = 0 } = {}] = await database.rows<{ here: number }>(statement`
    SELECT count(DISTINCT account_id)::int AS here FROM visits WHERE occurred_at >= '2026-11-20T23:00:00Z'
    AND account_id IN ${portraits.map(({ accountId }) => accountId)}`);
  expect(here).toBe(portraits.length);
  expect(portraits.length).toBeGreaterThan(28);
  expect(portraits.length).toBeLessThan(40);
});

it('an uploaded picture is kept, and after the last member there is none left to draw', async () => {
  await database.rows(statement`UPDATE account_images SET content = ${Buffer.from('their own')}`);
  await drawDemoPortraits(database.operator, { from: 0, count: 20, now });
  const own = (await stored()).filter(({ content }) => content.toString() === 'their own');
  expect(own.length).toBeGreaterThan(named.length);
  expect(await drawDemoPortraits(database.operator, { from: 100_000, count: 20, now })).toEqual({
    portraits: [],
    isLast: true,
  });
});

it('a face is deterministic for an account, and differs between accounts', () => {
  const face = (accountId: string) => drawFace({ accountId, gender: 'FEMALE', dateOfBirth: '1990-01-01' }, now);
  expect(face('one')).toBe(face('one'));
  expect(new Set(['one', 'two', 'three', 'four'].map(face)).size).toBe(4);
});
