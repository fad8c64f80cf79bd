import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { findHolder } from '#lib/server/cards/find-holder.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { giveBadge } from '#lib/server/staff/badges.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { defaultReaderProfile as hex, type ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { readersInput } from '#lib/wire/readers.ts';
import { until } from '#shared/testing/until.ts';
import { changeReaders } from './change-readers.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let manager: Reauthenticated;
const decimal: ReaderProfile = {
  format: 'decimal',
  byteOrder: 'reversed',
  byteLength: 'auto',
  isPadded: true,
  endKey: 'enter',
};

beforeEach(async () => {
  here = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
});

const stored = async () => {
  const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, here.location.id));
  return location?.readerProfiles;
};
const audited = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, staffId: auditLog.staffId, reason: auditLog.reason })
    .from(auditLog)
    .where(eq(auditLog.locationId, here.location.id));

test('a second reader is stored beside the first, audited, and its cards and those of the first are known at the next scan', async () => {
  const member = inventMember();
  here.platform.members.push(member);
  expect(await changeReaders(manager, { base: [hex], profiles: [hex, decimal] })).toEqual({
    kind: 'saved',
    now: [hex, decimal],
  });
  expect(await audited()).toEqual([
    {
      action: 'setLocation',
      staffId: here.actor.staffId,
      reason: 'reader hex/asRead/auto/learn → hex/asRead/auto/learn + decimal/reversed/auto/padded/enter',
    },
  ]);
  const { actor } = await contextOf(testDesk.desk, here.actor.staffId);
  const reversed = Buffer.from(member.card.slice(2), 'hex').reverse().toString('hex');
  for (const value of [member.card.slice(2), BigInt(`0x${reversed}`).toString().padStart(10, '0')]) {
    const verdict = await lookUp({ desk: testDesk.desk, actor }, { ...here.tap(), source: 'scan', value });
    expect(verdict).toMatchObject({ member: { accountId: member.account.accountId } });
  }
});

test('open windows are notified of a change, and of none that changes nothing', async () => {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  onTestFinished(() => live.stop());
  const heard: string[] = [];
  live.subscribe(here.location.id, (event) => heard.push(event));
  await changeReaders(manager, { base: [hex], profiles: [hex] });
  await changeReaders(manager, { base: [hex], profiles: [hex, decimal] });
  await until(() => expect(heard).toEqual(['readers']));
});

test('what another manager has changed meanwhile is kept and returned, and a repeated press changes nothing', async () => {
  await changeReaders(manager, { base: [hex], profiles: [hex, decimal] });
  expect(await changeReaders(manager, { base: [hex], profiles: [{ ...hex, endKey: 'tab' }] })).toEqual({
    kind: 'changedMeanwhile',
    now: [hex, decimal],
  });
  // the answer to the first press was lost; the database returns the properties in another order
  const { endKey, ...rest } = decimal;
  const again = await changeReaders(manager, { base: [hex], profiles: [hex, { endKey, ...rest }] });
  expect(again.kind).toBe('saved');
  expect(await stored()).toEqual([hex, decimal]);
  expect(await audited()).toHaveLength(1);
});

test('a list by which a card could be read in two ways is refused, and nothing is stored', async () => {
  const short: ReaderProfile = { format: 'decimal', byteOrder: 'asRead', byteLength: 'auto' };
  expect(await changeReaders(manager, { base: [hex], profiles: [hex, short] })).toEqual({
    kind: 'ambiguous',
    ambiguity: { profiles: [hex, short], example: '01234567' },
  });
  expect(await stored()).toEqual([hex]);
  expect(await audited()).toEqual([]);
});

test.each([
  ['no reader', []],
  ['more than eight', Array.from({ length: 9 }, () => hex)],
  ['digits as a prefix', [{ ...hex, prefix: '00' }]],
  ['the beginning of hex as a prefix', [{ ...hex, prefix: '0x0' }]],
  ['a space as a prefix', [{ ...hex, prefix: 'a b' }]],
  ['another width', [{ ...hex, byteLength: 6 }]],
])('%s is no list of readers', (_, profiles) => {
  expect(readersInput.safeParse({ base: [hex], profiles }).success).toBe(false);
});

test('the holder of a card is named, without a visit, and the platform is never asked about a badge', async () => {
  const member = inventMember();
  here.platform.members.push(member);
  const { firstName } = member.account;
  const { holder } = await findHolder(manager, { rfid: member.card });
  expect(holder).toMatchObject({ kind: 'member', name: expect.stringContaining(firstName ?? '?') });
  expect(holder).toMatchObject({ isRecalled: false });
  expect(await findHolder(manager, { rfid: '0x04FFFFFF' })).toEqual({ holder: { kind: 'nobody' } });
  here.platform.fault = () => ({ status: 503 });
  expect(await findHolder(manager, { rfid: member.card })).toEqual({ holder: { ...holder, isRecalled: true } });
  expect(await findHolder(manager, { rfid: '0x04FFFFFF' })).toEqual({ holder: { kind: 'unavailable' } });
  here.platform.fault = () => null;
  here.platform.requests.length = 0;
  await giveBadge(manager, { staffId: here.actor.staffId, card: '04B0C0D1E2F3A4', source: 'scan', pin: '970460' });
  expect(await findHolder(manager, { rfid: '0x04B0C0D1E2F3A4' })).toEqual({ holder: { kind: 'badge' } });
  expect(here.platform.requests).toEqual([]);
  expect(await testDesk.desk.db.select().from(visits).where(eq(visits.locationId, here.location.id))).toEqual([]);
});
