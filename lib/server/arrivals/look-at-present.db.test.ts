import { beforeEach, describe, expect, test } from 'vitest';
import { elsewhereEvents, taps } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { checkOut } from './check-out.ts';
import { lookAtPresent } from './look-at-present.ts';
import { lookUp } from './look-up.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const look = (accountId: string) => lookAtPresent({ desk: testDesk.desk, actor: here.actor }, { accountId });

async function enrol() {
  const member = inventMember();
  here.platform.members.push(member);
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    askedAt: new Date(testDesk.clock.now),
  });
  return { card: member.card, accountId: member.account.accountId };
}

describe('a look at a member who is in', () => {
  test('shows today’s visit and the possible actions, without asking the platform or recording anything', async () => {
    const lena = await enrol();
    const scanned = await scan(lena.card);
    await here.pass(30_000);
    const asked = here.platform.requests.length;
    const before = [await here.ledger(), await testDesk.desk.db.select().from(taps)];
    expect(await look(lena.accountId)).toMatchObject({
      kind: 'admitted',
      tapId: scanned.tapId,
      tappedAt: scanned.tappedAt,
      offers: ['checkOut'],
      visit: { tapId: scanned.tapId, kind: 'checkIn', at: scanned.tappedAt, isToBeSent: false },
      reasons: [{ code: 'alreadyIn', since: scanned.tappedAt }],
    });
    expect(here.platform.requests).toHaveLength(asked);
    expect([await here.ledger(), await testDesk.desk.db.select().from(taps)]).toEqual(before);
  });

  test('shows no visit of this desk for an arrival through the turnstile', async () => {
    const { accountId } = await enrol();
    const at = new Date(testDesk.clock.now - 60_000);
    await testDesk.desk.db
      .insert(elsewhereEvents)
      .values({ locationId: here.location.id, accountId, kind: 'checkIn', at });
    expect(await look(accountId)).toMatchObject({
      kind: 'admitted',
      tappedAt: at.toISOString(),
      visit: null,
      offers: ['checkOut'],
      reasons: [{ code: 'alreadyIn', since: at.toISOString() }],
    });
  });

  test('does not show an unconfirmed visit as admitted', async () => {
    const lena = await enrol();
    await here.platform.stop();
    const { tapId } = await lookUp(
      { desk: testDesk.desk, actor: here.actor },
      {
        ...here.tap(),
        source: 'chosen',
        value: lena.accountId,
      },
    );
    expect(await look(lena.accountId)).toMatchObject({ kind: 'unconfirmed', tapId });
  });

  test('offers check-in for a member who has left since, and does not check them in', async () => {
    const lena = await enrol();
    await scan(lena.card);
    await here.pass(120_000);
    await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: lena.accountId });
    await here.pass(120_000);
    expect(await look(lena.accountId)).toMatchObject({ kind: 'admitted', visit: null, offers: ['checkIn'] });
    expect(await here.ledger()).toHaveLength(2);
  });

  test('does not find members of another location', async () => {
    const { accountId } = await enrol();
    here = await testDesk.openLocation();
    await expect(look(accountId)).rejects.toMatchObject({ code: 'notFound' });
  });
});
