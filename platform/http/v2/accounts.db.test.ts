import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contactTexts, membershipTexts, ofEach } from '#contracts/v2/account-fields.ts';
import { blacklistEmail } from '#platform/services/emails/blacklist.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

describe('creating a member', () => {
  test('returns 201 with all fields, trimmed, and so does a later read', async () => {
    const gym = await platform.newGym();
    const sent = newMember({
      email: 'Lena.Vogt@Example.org',
      firstName: '  Lena ',
      dateOfBirth: '1990-02-28',
      contact: ofEach(contactTexts, (_, name) => `München, ${name}`),
      membership: {
        membershipType: 'PREMIUM',
        endOfContract: '2030-12-31',
        ...ofEach(membershipTexts, (_, name) => `München, ${name}`),
      },
    });
    const { status, body } = await gym.ask('publishAccount', { body: sent });
    expect(status).toBe(201);
    const { accountId, ...rest } = body;
    expect(rest).toEqual({ ...sent, firstName: 'Lena' });
    expect((await gym.ask('retrieveAccount', { path: { accountId } })).body).toEqual(body);
  });

  test('takes every address that a browser does, in both versions', async () => {
    const gym = await platform.newGym();
    const email = `r&d-${randomUUID()}@xn--bcher-kva.xn--p1ai`;
    const accountId = await createMember(gym, { email });
    expect((await gym.ask('getByEmail', { path: { email } })).body).toMatchObject({ accountId, email });
    expect((await gym.askV1('getProfile', { query: { email } })).body).toMatchObject({ eMail: email });
  });

  test('omits unknown fields', async () => {
    const gym = await platform.newGym();
    const { body } = await gym.ask('publishAccount', { body: newMember({ contact: {}, dateOfBirth: null }) });
    expect(Object.keys(body).sort()).toEqual(['accountId', 'email', 'firstName', 'gender', 'lastName', 'membership']);
    expect(Object.keys(body.membership).sort()).toEqual(['membershipId', 'membershipType', 'startOfContract']);
  });

  test('refuses a blacklisted address, case-insensitively', async () => {
    const gym = await platform.newGym();
    await platform.operate((operator) => blacklistEmail(operator, 'Blocked@example.org'));
    const { body } = await gym.ask('publishAccount', { body: newMember({ email: 'bLOCKED@example.org' }) });
    expect(body.errorCode).toBe('forbiddenAction');
  });
});

describe('conflicts of a new member, in order of precedence', () => {
  test('1: a membership id of the chain comes first, even in another gym of the chain', async () => {
    const gym = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    const email = `${randomUUID()}@example.org`;
    const first = await createMember(gym, { membership: { membershipId: 'M-1' } });
    await createMember(gym, { email });
    for (const { ask } of [gym, sibling]) {
      const { status, body } = await ask('publishAccount', {
        body: newMember({ email, membership: { membershipId: 'M-1' } }),
      });
      expect([status, body.errorCode, body.metadata.accountId]).toEqual([409, 'membershipExists', first]);
    }
  });

  test('2: an e-mail address of a member, case-insensitively', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym, { email: 'twice@example.org' });
    const { status, body } = await gym.ask('publishAccount', { body: newMember({ email: 'TWICE@example.org' }) });
    expect([status, body.errorCode, body.metadata.accountId]).toEqual([409, 'membershipExists', accountId]);
  });

  test('4: the same person in another chain keeps the account; each chain has its own profile', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const email = `${randomUUID()}@example.org`;
    const accountId = await createMember(other, {
      email,
      firstName: 'Zoë',
      lastName: 'Weiß',
      dateOfBirth: '1980-01-01',
    });
    const taken = await gym.ask('publishAccount', { body: newMember({ email, firstName: 'ZOE', lastName: 'WEISS' }) });
    expect([taken.status, taken.body.accountId]).toEqual([201, accountId]);
    expect((await gym.ask('retrieveAccount', { path: { accountId } })).body.firstName).toBe('ZOE');
    expect((await other.ask('retrieveAccount', { path: { accountId } })).body.firstName).toBe('Zoë');
  });

  test('4: another name or birthday in another chain is another person', async () => {
    const gym = await platform.newGym();
    const other = await platform.newGym();
    const email = `${randomUUID()}@example.org`;
    await createMember(other, { email, dateOfBirth: '1980-01-01' });
    for (const difference of [{ firstName: 'Anna' }, { dateOfBirth: '1980-01-02' }]) {
      const { status, body } = await gym.ask('publishAccount', { body: newMember({ email, ...difference }) });
      expect([status, body.errorCode]).toEqual([409, 'userEmailUsedByAnotherAccountConflict']);
      expect(body.metadata).toEqual({});
    }
  });

  test('ten concurrent requests with one membership id: one succeeds, nine get the conflict', async () => {
    const gym = await platform.newGym();
    const requests = Array.from({ length: 10 }, () => newMember({ membership: { membershipId: 'M-race' } }));
    const answers = await Promise.all(requests.map((body) => gym.ask('publishAccount', { body })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.errorCode === 'membershipExists')).toHaveLength(9);
  });

  test('one person created ten times concurrently becomes one member', async () => {
    const gym = await platform.newGym();
    const email = `${randomUUID()}@example.org`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => gym.ask('publishAccount', { body: newMember({ email }) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await gym.ask('listAccounts')).body.total).toBe(1);
  });
});

describe('the verification TAN of a corporate member', () => {
  const corporate = (verificationTAN?: string) =>
    newMember({ membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN } });

  test('is required, has nine digits, and must exist', async () => {
    const gym = await platform.newGym();
    const missing = await gym.ask('publishAccount', { body: corporate() });
    expect([missing.status, missing.body.fieldErrors[0].name]).toEqual([400, 'membership.verificationTAN']);
    const malformed = await gym.ask('publishAccount', { body: corporate('12345678') });
    expect([malformed.status, malformed.body.fieldErrors[0].name]).toEqual([400, 'membership.verificationTAN']);
    const unknown = await gym.ask('publishAccount', { body: corporate('000000000') });
    expect([unknown.status, unknown.body.metadata.entity]).toEqual([404, 'TAN']);
    expect((await gym.ask('listAccounts')).body.total).toBe(0);
  });

  test('belongs to the first account that uses it', async () => {
    const gym = await platform.newGym();
    const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }));
    expect((await gym.ask('publishAccount', { body: corporate(tan) })).status).toBe(201);
    const second = await gym.ask('publishAccount', { body: corporate(tan) });
    expect([second.status, second.body.errorCode]).toEqual([409, 'tanAssociatedWithAnotherAccount']);
  });

  test('is given to one of two concurrent requests', async () => {
    const gym = await platform.newGym();
    const { tan } = await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }));
    const answers = await Promise.all([1, 2, 3, 4].map(() => gym.ask('publishAccount', { body: corporate(tan) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('determines the end of the entitlement, and its start only if that is in the future', async () => {
    const gym = await platform.newGym({ timeZone: 'Europe/Berlin' });
    const started = { startsOn: '2026-11-01', endsOn: '2026-12-31' };
    const ahead = { startsOn: '2026-12-01' };
    const answers = [];
    for (const entitlement of [started, ahead]) {
      const { tan } = await platform.operate((operator) => issueTan(operator, entitlement));
      answers.push((await gym.ask('publishAccount', { body: corporate(tan) })).body.membership);
    }
    expect(answers[0].corporateFitness).toEqual({ endTimestamp: '2026-12-31T22:59:59.000Z' });
    expect(answers[1].corporateFitness).toEqual({ startTimestamp: '2026-11-30T23:00:00.000Z' });
    expect(answers[0].verificationTAN).toBeUndefined();
  });
});

describe('finding a member', () => {
  test('by account id, e-mail, membership id, RFID and NFC token, from every gym of the chain', async () => {
    const gym = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    const email = `${randomUUID()}@example.org`;
    const membershipId = `M-${randomUUID()}`;
    const accountId = await createMember(gym, { email, membership: { membershipId } });
    await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0x04a23bc21c2680', tagFormat: 'MIFARE' } });
    await gym.ask('assignAccountNfcToken', { path: { accountId }, body: { token: 'deadbeef', collectorId: 7 } });
    for (const { ask } of [gym, sibling]) {
      const found = [
        await ask('retrieveAccount', { path: { accountId } }),
        await ask('retrieveAccount', { path: { accountId: accountId.toUpperCase() } }),
        await ask('getByEmail', { path: { email: email.toUpperCase() } }),
        await ask('retrieveAccountByMembershipId', { path: { membershipId } }),
        await ask('getByRfid', { path: { rfid: '0x04A23bc21c2680' } }),
        await ask('getByRfid', { path: { rfid: '0x04A23BC21C2680' }, query: { tagFormat: 'MIFARE' } }),
        await ask('getByNfc', { path: { nfc: 'deadbeef' } }),
        await ask('getByNfc', { path: { nfc: 'deadbeef' }, query: { collectorId: 7 } }),
        await ask('getByNfc', { path: { nfc: 'deadbeef' }, query: { nfcFormat: 'NFC_EGYM_GOOGLE' } }),
      ];
      expect(found.map(({ body }) => body.accountId)).toEqual(found.map(() => accountId));
    }
    const narrowed = [
      await gym.ask('getByRfid', { path: { rfid: '0x04A23BC21C2680' }, query: { tagFormat: 'LEGIC' } }),
      await gym.ask('getByNfc', { path: { nfc: 'deadbeef' }, query: { passTypeId: 'pass.x' } }),
      await gym.ask('getByNfc', { path: { nfc: 'deadbeef' }, query: { nfcFormat: 'NFC_EGYM_APPLE' } }),
    ];
    expect(narrowed.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('a tag format in the look-up is ignored if none was stored', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0xAB' } });
    const { body } = await gym.ask('getByRfid', { path: { rfid: '0xab' }, query: { tagFormat: 'LEGIC' } });
    expect(body.accountId).toBe(accountId);
  });

  test("another chain's member is indistinguishable from a missing one, and unchanged", async () => {
    const owner = await platform.newGym();
    const stranger = await platform.newGym();
    const email = `${randomUUID()}@example.org`;
    const membershipId = `M-${randomUUID()}`;
    const accountId = await createMember(owner, { email, membership: { membershipId } });
    await owner.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0xBEEF' } });
    await owner.ask('assignAccountNfcToken', { path: { accountId }, body: { token: 'foreign' } });
    const before = await platform.rows('SELECT * FROM rfids JOIN chain_profiles USING (chain_id, account_id)');

    const looks = [
      ['retrieveAccount', { accountId }, { accountId: randomUUID() }],
      ['retrieveAccount', { accountId }, { accountId: 'not-a-uuid' }],
      ['getByEmail', { email }, { email: 'never@example.org' }],
      ['retrieveAccountByMembershipId', { membershipId }, { membershipId: 'never' }],
      ['getByRfid', { rfid: '0xBEEF' }, { rfid: '0xDEAD' }],
      ['getByNfc', { nfc: 'foreign' }, { nfc: 'never' }],
      ['getUserRfids', { accountId }, { accountId: randomUUID() }],
      ['getAccountNfcToken', { accountId }, { accountId: randomUUID() }],
      ['checkAdmission', { accountId }, { accountId: randomUUID() }],
    ] as const;
    for (const [operation, foreign, never] of looks) {
      const answers = [
        await stranger.ask(operation, { path: foreign }),
        await stranger.ask(operation, { path: never }),
      ];
      const told = answers.map(({ status, body }) => [status, body.errorCode, body.message, body.metadata]);
      expect(told[0]).toEqual(told[1]);
      expect(told[0]?.slice(0, 2)).toEqual([404, 'notFound']);
      expect(told[0]?.[3]).toEqual({ entity: 'ACCOUNT' });
    }
    const writes = [
      await stranger.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0xBEEF' } }),
      await stranger.ask('assignAccountNfcToken', { path: { accountId }, body: { token: 'foreign' } }),
      await stranger.ask('checkin', { path: { accountId }, body: {} }),
      await stranger.ask('checkout', { path: { accountId }, body: {} }),
    ];
    expect(writes.map(({ status, body }) => [status, body.metadata.entity])).toEqual(
      writes.map(() => [404, 'ACCOUNT']),
    );
    expect(await platform.rows('SELECT * FROM rfids JOIN chain_profiles USING (chain_id, account_id)')).toEqual(before);
    expect(await platform.rows('SELECT * FROM visits WHERE account_id = $1', [accountId])).toEqual([]);
  });

  test('a member published through the legacy interface is not found until migrated', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    await platform.rows('UPDATE memberships SET is_known_to_v2 = false WHERE account_id = $1', [accountId]);
    const { status, body } = await gym.ask('retrieveAccount', { path: { accountId } });
    expect([status, body.metadata.entity]).toEqual([404, 'ACCOUNT']);
    expect((await gym.ask('listAccounts')).body.total).toBe(0);
    expect((await gym.ask('checkin', { path: { accountId }, body: {} })).body.metadata.entity).toBe('ACCOUNT');
  });
});

describe('listing members', () => {
  test('paginates them, newest change first, without duplicates or gaps', async () => {
    const gym = await platform.newGym();
    const created: string[] = [];
    for (let i = 0; i < 7; i++) {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      created.unshift(await createMember(gym));
    }
    const pages = [];
    for (const offset of [0, 3, 6]) pages.push((await gym.ask('listAccounts', { query: { offset, limit: 3 } })).body);
    expect(pages.flatMap(({ items }) => items.map((item: { accountId: string }) => item.accountId))).toEqual(created);
    expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, false]);
    expect(pages.map(({ total, limit }) => [total, limit])).toEqual([
      [7, 3],
      [7, 3],
      [7, 3],
    ]);
    expect(pages.map(({ nextAfterId }) => typeof nextAfterId)).toEqual(['number', 'number', 'undefined']);
    const beyond = (await gym.ask('listAccounts', { query: { offset: 100 } })).body;
    expect([beyond.items, beyond.hasNext, beyond.total]).toEqual([[], false, 7]);
    const none = (await gym.ask('listAccounts', { query: { limit: 0 } })).body;
    expect([none.items, none.hasNext, none.total]).toEqual([[], true, 7]);
  });

  test('shows the gym of the key, and with currentGymOnly=false the whole chain, never another', async () => {
    const gym = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    const stranger = await platform.newGym();
    const here = await createMember(gym);
    const there = await createMember(sibling);
    await createMember(stranger);
    const idsOf = async (query: Record<string, boolean>) =>
      (await gym.ask('listAccounts', { query })).body.items.map((item: { accountId: string }) => item.accountId).sort();
    expect(await idsOf({})).toEqual([here]);
    expect(await idsOf({ currentGymOnly: true })).toEqual([here]);
    expect(await idsOf({ currentGymOnly: false })).toEqual([here, there].sort());
  });

  test('filters by the time of the last change, inclusive at both ends', async () => {
    const gym = await platform.newGym();
    platform.time.now = new Date('2026-11-22T10:00:00.000Z');
    const accountId = await createMember(gym);
    platform.time.now = new Date('2026-11-22T10:00:10.000Z');
    await createMember(gym);
    const at = '2026-11-22T11:00:00+01:00';
    const { body } = await gym.ask('listAccounts', { query: { fromTimestamp: at, toTimestamp: at } });
    expect(body.items.map((item: { accountId: string }) => item.accountId)).toEqual([accountId]);
    const later = await gym.ask('listAccounts', { query: { fromTimestamp: '2026-11-22T10:00:00.001Z' } });
    expect(later.body.total).toBe(1);
  });
});
