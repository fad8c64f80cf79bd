import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { assignCard } from '#lib/server/cards/assign-card.ts';
import { readCards, readPasses } from '#lib/server/cards/read-cards.ts';
import { removePass } from '#lib/server/cards/remove-pass.ts';
import { replaceCard } from '#lib/server/cards/replace-card.ts';
import type { Card } from '#lib/wire/cards.ts';
import { type GymOfBoth, setUpDeskAtPlatform, waysToSpeak } from '#tools/testing/desk-at-platform.ts';

const { testDesk, openGym, loseAnswerOf } = setUpDeskAtPlatform();

const card = (value: string, tagFormat: 'MIFARE' | null = null): Card => ({ kind: 'rfid', value, tagFormat });
const issuer = { wallet: 'google', collectorId: 77001 } as const;
const pass = (value: string): Card => ({ kind: 'nfc', value, issuer });

describe.each(waysToSpeak)('of a platform with the "%s" dialect', (way) => {
  let here: GymOfBoth;
  let lena: string;
  let omar: string;

  beforeEach(async () => {
    here = await openGym(way);
    lena = await here.enrol();
    omar = await here.enrol({ firstName: 'Omar', lastName: 'Haddad' });
    await here.readMembers();
  });

  const assign = (accountId: string, given: Card, expectedHolder: string | null = null) =>
    assignCard({ desk: testDesk.desk, actor: here.actor }, { accountId, card: given, expectedHolder });
  const replace = (lost: string, replacement: string | null, expectedHolder: string | null = null) =>
    replaceCard({ desk: testDesk.desk, actor: here.actor }, { accountId: lena, lost, replacement, expectedHolder });
  const shown = (accountId: string) => readCards({ desk: testDesk.desk, actor: here.actor }, { accountId });
  const passes = (accountId: string) => readPasses({ desk: testDesk.desk, actor: here.actor }, { accountId });
  const scan = (value: string, actor = here.actor) =>
    lookUp({ desk: testDesk.desk, actor }, { ...here.tap(), source: 'scan', value });
  /** The cards at the platform. */
  const held = async (accountId: string) => (await here.gym.ask('getUserRfids', { path: { accountId } })).body;

  test('a card is assigned, shown and found; assigning it again changes nothing', async () => {
    expect(await assign(lena, card('0x04AA01', 'MIFARE'))).toEqual({ kind: 'assigned', movedFrom: null });
    expect(await held(lena)).toEqual([{ rfid: '0x04AA01', tagFormat: 'MIFARE' }]);
    expect(await shown(lena)).toEqual({
      cards: [{ rfid: '0x04AA01', tagFormat: 'MIFARE', isFromMachine: false }],
      unreadable: 0,
    });
    expect(await assign(lena, card('0x04AA01'))).toEqual({ kind: 'alreadyTheirs' });
    expect(await scan('0x04AA01')).toMatchObject({ kind: 'admitted', member: { accountId: lena } });
  });

  test('a card without a format is shown without one', async () => {
    await assign(lena, card('0x04AA02'));
    expect((await shown(lena)).cards).toEqual([{ rfid: '0x04AA02', tagFormat: null, isFromMachine: false }]);
  });

  test('a card is moved only from the expected holder, who then loses it', async () => {
    await assign(lena, card('0x04AB01'));
    const holder = { accountId: lena, displayName: 'Lena Vogt' };
    expect(await assign(omar, card('0x04AB01'))).toMatchObject({ kind: 'heldByAnother', holder });
    expect(await assign(omar, card('0x04AB01'), 'somebody-else')).toMatchObject({ kind: 'heldByAnother', holder });
    expect([await held(lena), await held(omar)]).toMatchObject([[{ rfid: '0x04AB01' }], []]);
    expect(await assign(omar, card('0x04AB01'), lena)).toMatchObject({ kind: 'assigned', movedFrom: holder });
    expect([await shown(lena), await shown(omar)]).toMatchObject([{ cards: [] }, { cards: [{ rfid: '0x04AB01' }] }]);
    expect(await scan('0x04AB01')).toMatchObject({ member: { accountId: omar } });
  });

  test('a lost card is replaced in one step, and is rejected at once, even during an outage of the platform', async () => {
    await assign(lena, card('0x04AC01'));
    await assign(lena, card('0x04AC02', 'MIFARE'));
    expect(await replace('0x04AC01', '0x04AC03')).toEqual({
      kind: 'replaced',
      movedFrom: null,
      isStillKnown: false,
      otherForms: [],
    });
    expect(await held(lena)).toEqual([{ rfid: '0x04AC02', tagFormat: 'MIFARE' }, { rfid: '0x04AC03' }]);
    expect((await shown(lena)).cards.map(({ rfid }) => rfid)).toEqual(['0x04AC02', '0x04AC03']);

    expect(await scan('0x04AC01')).toMatchObject({ kind: 'unknown', reasons: [{ code: 'cardUnknown' }] });
    expect(await scan('0x04AC03', here.whileAway)).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena } });
    expect(await scan('0x04AC01', here.whileAway)).toMatchObject({ kind: 'unconfirmed', member: null });
  });

  test('replacing a lost card with another member’s card needs a confirmation, and then takes it from them', async () => {
    await assign(lena, card('0x04AD01'));
    await assign(omar, card('0x04AD02'));
    const holder = { accountId: omar, displayName: 'Omar Haddad' };
    expect(await replace('0x04AD01', '0x04AD02')).toMatchObject({ kind: 'heldByAnother', holder });
    expect(await held(lena)).toEqual([{ rfid: '0x04AD01' }]);
    expect(await replace('0x04AD01', '0x04AD02', omar)).toMatchObject({ kind: 'replaced', movedFrom: 'Omar Haddad' });
    expect([await held(lena), await held(omar)]).toEqual([[{ rfid: '0x04AD02' }], []]);
  });

  test('a replacement whose response was lost counts, because the list confirms it', async () => {
    await assign(lena, card('0x04AE01'));
    loseAnswerOf(({ method }) => method === 'PUT');
    expect(await replace('0x04AE01', '0x04AE02')).toMatchObject({ kind: 'replaced' });
    expect(await held(lena)).toEqual([{ rfid: '0x04AE02' }]);
  });

  test('a card is returned without a replacement, and the others stay', async () => {
    await assign(lena, card('0x04AF01'));
    await assign(lena, card('0x04AF02'));
    expect(await replace('0x04AF01', null)).toMatchObject({ kind: 'replaced', isStillKnown: false });
    expect(await held(lena)).toEqual([{ rfid: '0x04AF02' }]);
  });

  test('a pass is assigned under an issuer, moves only after a confirmation, and is removed', async () => {
    expect(await assign(lena, pass('pass04c0ffee0001beef'))).toEqual({ kind: 'assigned', movedFrom: null });
    expect(await passes(lena)).toEqual({ passes: [{ issuer, ending: '01beef' }], issuers: [issuer] });
    expect(await scan('pass04c0ffee0001beef')).toMatchObject({ member: { accountId: lena } });
    expect(await assign(omar, pass('pass04c0ffee0001beef'))).toMatchObject({
      kind: 'heldByAnother',
      holder: { displayName: 'Lena Vogt' },
    });
    expect(await assign(omar, pass('pass04c0ffee0001beef'), lena)).toMatchObject({
      kind: 'assigned',
      movedFrom: { accountId: lena },
    });
    expect([await passes(lena), await passes(omar)]).toMatchObject([
      { passes: [] },
      { passes: [{ ending: '01beef' }] },
    ]);
    const remove = () => removePass({ desk: testDesk.desk, actor: here.actor }, { accountId: omar, issuer });
    expect([await remove(), await remove()]).toEqual([{ kind: 'removed' }, { kind: 'alreadyRemoved' }]);
    expect(await passes(omar)).toEqual({ passes: [], issuers: [issuer] });
    expect(await scan('pass04c0ffee0001beef')).toMatchObject({ kind: 'unknown' });
  });

  test('an unassigned card is unknown until it is assigned at the counter', async () => {
    expect(await scan('0x04B001')).toMatchObject({ kind: 'unknown', reasons: [{ code: 'cardUnknown' }] });
    await assign(lena, card('0x04B001'));
    expect(await scan('0x04B001')).toMatchObject({ kind: 'admitted', member: { displayName: 'Lena Vogt' } });
  });

  test('nothing is assigned to a member whom the platform has deleted', async () => {
    const query = { eraseMemberData: false };
    await here.gym.ask('eraseAccountMembershipData', { path: { accountId: lena }, query });
    expect(await assign(lena, card('0x04B101'))).toEqual({ kind: 'memberGone' });
    expect(await replace('0x04B102', '0x04B101')).toEqual({ kind: 'memberGone' });
  });
});
