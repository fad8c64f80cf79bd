import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { undo } from './undo.ts';
import { voidScan } from './void-scan.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

function join() {
  const member = inventMember();
  here.platform.members.push(member);
  return member;
}
const scan = (card: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value: card });
const takeBack = (tapId: string) => voidScan({ desk: testDesk.desk, actor: here.actor }, { tapId, value: '04B81D5A' });
const states = async () => (await here.ledger()).map(({ state }) => state);
const notWhole = { kind: 'unknown', reasons: [{ code: 'unreadable', problem: 'notWhole' }] };

test('the visit of a partial card read is not sent to the platform, and its member is not in', async () => {
  const { tapId } = await scan(join().card);
  expect(await states()).toEqual(['held']);
  expect(await takeBack(tapId)).toMatchObject({ ...notWhole, scanned: { kind: 'unreadable', text: '04B81D5A…' } });
  await here.pass(3_600_000);
  expect(await states()).toEqual(['undone']);
  expect([...here.platform.visits.values()]).toEqual([]);
  expect((await readPresence({ desk: testDesk.desk, actor: here.actor })).entries).toEqual([]);
});

test('the tap has this answer from then on, however often it is sent', async () => {
  const { card } = join();
  const tap = here.tap();
  await scan(card, tap);
  await takeBack(tap.tapId);
  expect(await scan(card, tap)).toMatchObject(notWhole);
  expect(await takeBack(tap.tapId)).toMatchObject(notWhole);
  expect(await states()).toEqual(['undone']);
});

test('a tap that arrives after it was voided records nothing', async () => {
  const tap = here.tap();
  await takeBack(tap.tapId);
  expect(await scan(join().card, tap)).toMatchObject(notWhole);
  expect(await states()).toEqual([]);
});

test('a tap whose look-up is in progress when it is voided records nothing', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { card } = join();
    const tap = here.tap();
    const looking = scan(card, tap);
    await new Promise((resolve) => setTimeout(resolve, round * 4));
    await takeBack(tap.tapId);
    await looking;
    expect(await scan(card, tap)).toMatchObject(notWhole);
  }
  expect((await states()).filter((state) => state !== 'undone')).toEqual([]);
});

test('a member who was in already stays in', async () => {
  const { card } = join();
  await scan(card);
  await here.pass(120_000);
  const again = await scan(card);
  await takeBack(again.tapId);
  expect((await readPresence({ desk: testDesk.desk, actor: here.actor })).entries).toHaveLength(1);
});

test('the own scan of a member for whom the part was taken counts, once the part does not', async () => {
  const { card, account } = join();
  const { tapId } = await scan(card);
  await here.pass(1_000);
  const own = await scan(card);
  expect(own).toMatchObject({ reasons: [{ code: 'repeatIgnored' }] });
  await takeBack(tapId);
  expect((await here.ledger()).map((visit) => [visit.tapId, visit.state])).toEqual([
    [tapId, 'undone'],
    [own.tapId, 'held'],
  ]);
  expect((await readPresence({ desk: testDesk.desk, actor: here.actor })).entries).toHaveLength(1);
  await here.pass(60_000);
  expect([...here.platform.visits.values()]).toMatchObject([{ accountId: account.accountId, kind: 'checkins' }]);
});

test('an Undo of the visit that took the place of a voided one undoes each of their scans', async () => {
  const { card } = join();
  const { tapId } = await scan(card);
  await here.pass(1_000);
  const own = await scan(card);
  await here.pass(2_000);
  const again = await scan(card);
  await takeBack(tapId);
  const context = { desk: testDesk.desk, actor: here.actor };
  const [answer] = await readConfirmed(context, { tapId: [again.tapId] });
  expect(answer).toMatchObject({
    visit: { tapId: own.tapId },
    reasons: [{ code: 'repeatIgnored', checkedInAt: own.tappedAt }],
  });
  await undo(context, { tapId: own.tapId });
  expect(await states()).toEqual(['undone', 'undone']);
  expect((await readPresence(context)).entries).toEqual([]);
});

test('a visit that was sent to the platform cannot be voided', async () => {
  const { tapId } = await scan(join().card);
  await here.pass(10_000);
  await expect(takeBack(tapId)).rejects.toMatchObject({ code: 'tooLate' });
  expect(await states()).toEqual(['sent']);
});

test('a visit that was recorded and sent while its scan was about to be voided cannot be voided', async () => {
  const { db } = testDesk.desk;
  const { tapId, tappedAt } = here.tap();
  const [locationId, at] = [here.location.id, new Date(tappedAt)];
  await db.insert(taps).values({ locationId, tapId, operation: 'lookUp', claimedAt: at });
  let voiding: Promise<unknown> = Promise.resolve();
  await testDesk.another().db.transaction(async (tx) => {
    await tx
      .select()
      .from(taps)
      .where(and(eq(taps.locationId, locationId), eq(taps.tapId, tapId)))
      .for('update');
    voiding = takeBack(tapId);
    voiding.catch(() => {});
    await until(async () => expect(await countWaiting(db)).toBe(1));
    const { accountId } = join().account;
    const times = { tappedAt: at, recordedAt: at, undoUntil: at, nextAttemptAt: at };
    await tx.insert(visits).values({ locationId, tapId, accountId, kind: 'checkIn', state: 'sent', ...times });
  });
  await expect(voiding).rejects.toMatchObject({ code: 'tooLate' });
  expect(await states()).toEqual(['sent']);
});
