import { beforeEach, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const read = async ({ tapId }: Verdict) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0] ?? null;
const sentFor = () => [...here.platform.visits.values()].map(({ accountId }) => accountId);

/** Lena, whose card was scanned here once, and Tom; the platform is unreachable now. */
async function recallLena(tom = inventMember()) {
  const lena = inventMember();
  here.platform.members.push(lena, tom);
  await scan(lena.card);
  await here.pass(30 * hourMs);
  here.platform.visits.clear();
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(lena.card);
  expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
  return { lena, tom, verdict };
}

async function endOutage(): Promise<void> {
  here.platform.fault = () => null;
  await here.pass(30 * minuteMs);
}

test('a card that was moved before an outage is the other member’s once the platform answers, and so is the visit', async () => {
  const { lena, tom, verdict } = await recallLena();
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
  expect(sentFor()).toEqual([tom.account.accountId]);
});

test('a corporate member to whom a card was moved is asked for admission after an outage', async () => {
  const corporate = inventMember({ type: 'CORPORATE_FITNESS' });
  corporate.admission = { refusal: 'corporateFitnessMembershipExpired' };
  const { lena, tom } = await recallLena(corporate);
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  await endOutage();
  expect(sentFor()).toEqual([]);
  expect((await here.ledger()).at(-1)).toMatchObject({ state: 'refused', accountId: tom.account.accountId });
});

test('a card that did not move is confirmed after an outage, and its visit is sent once', async () => {
  const { lena, verdict } = await recallLena();
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'admitted', reasons: [] });
  expect(sentFor()).toEqual([lena.account.accountId]);
});

test('a visit by a card that the platform does not know any more is not sent after an outage', async () => {
  const { lena, verdict } = await recallLena();
  lena.rfids?.splice(0);
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'unknown' });
  expect(sentFor()).toEqual([]);
  expect((await here.ledger()).at(-1)).toMatchObject({ state: 'refused', lastError: 'cardUnknown' });
});

test('a corporate member who was in already is not asked for again by a card that turns out to be theirs', async () => {
  const [lena, tom] = [inventMember(), inventMember({ type: 'CORPORATE_FITNESS' })];
  here.platform.members.push(lena, tom);
  await scan(lena.card);
  await here.pass(30 * hourMs);
  expect(await scan(tom.card)).toMatchObject({ kind: 'admitted' });
  await here.pass(30 * minuteMs);
  const admissions = () => here.platform.count('/admissions');
  const before = admissions();
  expect(before).toBeGreaterThan(0);
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(lena.card);
  expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
  await endOutage();
  expect(admissions()).toBe(before);
  expect(await read(verdict)).toMatchObject({ member: { accountId: tom.account.accountId } });
  expect((await here.ledger()).filter(({ tapId }) => tapId === verdict.tapId)).toEqual([]);
});
