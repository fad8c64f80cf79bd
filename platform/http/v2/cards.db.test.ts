import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

test('a card is stored and returned in upper case', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const added = await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0x04a2', tagFormat: 'LEGIC' } });
  expect(added.body).toEqual({ rfid: '0x04A2', tagFormat: 'LEGIC' });
  expect((await gym.ask('getUserRfids', { path: { accountId } })).body).toEqual([
    { rfid: '0x04A2', tagFormat: 'LEGIC' },
  ]);
});

test.each(['04A2', '0x04A', '0x', '0xZZ', '0X04', ''])('"%s" is not a card', async (rfid) => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const { status, body } = await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid } });
  expect([status, body.fieldErrors[0].name]).toEqual([400, 'rfid']);
});

test('a card moves to the member who was assigned it last; in another chain it is another card', async () => {
  const gym = await platform.newGym();
  const other = await platform.newGym();
  const [first, second, foreign] = [await createMember(gym), await createMember(gym), await createMember(other)];
  await other.ask('addRFIDToUser', { path: { accountId: foreign }, body: { rfid: '0xCAFE' } });
  await gym.ask('addRFIDToUser', { path: { accountId: first }, body: { rfid: '0xCAFE' } });
  await gym.ask('addRFIDToUser', { path: { accountId: second }, body: { rfid: '0xcafe' } });
  expect((await gym.ask('getByRfid', { path: { rfid: '0xCAFE' } })).body.accountId).toBe(second);
  expect((await gym.ask('getUserRfids', { path: { accountId: first } })).body).toEqual([]);
  expect((await other.ask('getByRfid', { path: { rfid: '0xCAFE' } })).body.accountId).toBe(foreign);
});

test('cards assigned by a machine are listed only with allSources', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await platform.rows(
    `INSERT INTO rfids (chain_id, rfid, account_id, is_from_gym_software, is_from_machine, created_at)
     VALUES ($1, '0xAA', $2, false, true, now())`,
    [gym.chainId, accountId],
  );
  expect((await gym.ask('getUserRfids', { path: { accountId } })).body).toEqual([]);
  const all = await gym.ask('getUserRfids', { path: { accountId }, query: { allSources: true } });
  expect(all.body).toEqual([{ rfid: '0xAA' }]);
});

test('there is one NFC token per issuer, replaced by the next', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const path = { accountId };
  expect((await gym.ask('getAccountNfcToken', { path })).body.metadata.entity).toBe('NFC_TOKEN');
  await gym.ask('assignAccountNfcToken', { path, body: { token: 'g1', collectorId: 7 } });
  await gym.ask('assignAccountNfcToken', { path, body: { token: 'a1', passTypeId: 'pass.gym' } });
  await gym.ask('assignAccountNfcToken', { path, body: { token: 'g2', collectorId: 7 } });
  expect((await gym.ask('getAccountNfcToken', { path, query: { collectorId: 7 } })).body).toEqual({ token: 'g2' });
  expect((await gym.ask('getAccountNfcToken', { path, query: { passTypeId: 'pass.gym' } })).body).toEqual({
    token: 'a1',
  });
  expect((await gym.ask('getAccountNfcToken', { path, query: { collectorId: 8 } })).status).toBe(404);
  expect((await gym.ask('getByNfc', { path: { nfc: 'g1' } })).status).toBe(404);
});

test('the two kinds of issuer are mutually exclusive, and a token has at most 512 characters', async () => {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  const both = { token: 't', collectorId: 1, passTypeId: 'p' };
  expect((await gym.ask('assignAccountNfcToken', { path, body: both })).status).toBe(400);
  expect((await gym.ask('getAccountNfcToken', { path, query: { collectorId: 1, passTypeId: 'p' } })).status).toBe(400);
  expect((await gym.ask('assignAccountNfcToken', { path, body: { token: 'x'.repeat(512) } })).status).toBe(204);
  expect((await gym.ask('assignAccountNfcToken', { path, body: { token: 'x'.repeat(513) } })).status).toBe(400);
});

test('a token has one holder, even after concurrent assignments to two members', async () => {
  const gym = await platform.newGym();
  const holders = await Promise.all(Array.from({ length: 6 }, () => createMember(gym)));
  await Promise.all(
    holders.map((accountId, i) =>
      gym.ask('assignAccountNfcToken', { path: { accountId }, body: { token: 'one', collectorId: i } }),
    ),
  );
  expect(
    await platform.rows("SELECT account_id FROM nfc_tokens WHERE chain_id = $1 AND token = 'one'", [gym.chainId]),
  ).toHaveLength(1);
});

const fromMachine = (chainId: string, accountId: string, rfid: string) =>
  platform.rows(
    `INSERT INTO rfids (chain_id, rfid, account_id, is_from_gym_software, is_from_machine, created_at)
     VALUES ($1, $2, $3, false, true, now())`,
    [chainId, rfid, accountId],
  );

test('replacing the list removes cards missing in it, keeps those of machines, and ignores duplicates', async () => {
  const gym = await platform.newGym();
  const [accountId, other] = [await createMember(gym), await createMember(gym)];
  const path = { accountId };
  await gym.ask('addRFIDToUser', { path, body: { rfid: '0x01' } });
  await gym.ask('addRFIDToUser', { path: { accountId: other }, body: { rfid: '0x02' } });
  await fromMachine(gym.chainId, accountId, '0xAA');
  const rfids = [{ rfid: '0x02', tagFormat: 'MIFARE' }, { rfid: '0x03' }, { rfid: '0x03', tagFormat: 'LEGIC' }];
  expect((await gym.ask('updateUsersRfids', { path, body: { rfids } })).status).toBe(204);
  expect((await gym.ask('getUserRfids', { path })).body).toEqual([
    { rfid: '0x02', tagFormat: 'MIFARE' },
    { rfid: '0x03' },
  ]);
  expect((await gym.ask('getUserRfids', { path: { accountId: other } })).body).toEqual([]);
  await gym.ask('updateUsersRfids', { path, body: { rfids: [] } });
  expect((await gym.ask('getUserRfids', { path, query: { allSources: true } })).body).toEqual([{ rfid: '0xAA' }]);
});

test('a card assigned by both a machine and the software survives a new list, and is listed while either assignment exists', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const path = { accountId };
  await fromMachine(gym.chainId, accountId, '0xAA');
  await gym.ask('addRFIDToUser', { path, body: { rfid: '0xAA' } });
  expect((await gym.ask('getUserRfids', { path })).body).toEqual([{ rfid: '0xAA' }]);
  await gym.ask('updateUsersRfids', { path, body: { rfids: [] } });
  expect((await gym.ask('getUserRfids', { path })).body).toEqual([]);
  expect((await gym.ask('getUserRfids', { path, query: { allSources: true } })).body).toEqual([{ rfid: '0xAA' }]);
});

test('an invalid card in a list rejects the whole list, with its index', async () => {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  await gym.ask('addRFIDToUser', { path, body: { rfid: '0x01' } });
  const { status, body } = await gym.ask('updateUsersRfids', {
    path,
    body: { rfids: [{ rfid: '0x02' }, { rfid: '02' }] },
  });
  expect([status, body.fieldErrors[0].name]).toEqual([400, 'rfids.1.rfid']);
  expect((await gym.ask('getUserRfids', { path })).body).toEqual([{ rfid: '0x01' }]);
});

test('concurrent lists that swap cards leave each card with one member', async () => {
  const gym = await platform.newGym();
  const members = await Promise.all(Array.from({ length: 6 }, () => createMember(gym)));
  const rfids = Array.from({ length: 20 }, (_, i) => ({ rfid: `0x${String(i).padStart(2, '0')}` }));
  const answers = await Promise.all(
    members.map((accountId, i) =>
      gym.ask('updateUsersRfids', { path: { accountId }, body: { rfids: i % 2 ? rfids : rfids.toReversed() } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(members.map(() => 204));
  const held = await platform.rows<{ count: number }>('SELECT count(*)::int AS count FROM rfids WHERE chain_id = $1', [
    gym.chainId,
  ]);
  expect(held[0]?.count).toBe(20);
});

test('removing a card removes it only from this member, whoever assigned it', async () => {
  const gym = await platform.newGym();
  const [accountId, other] = [await createMember(gym), await createMember(gym)];
  await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid: '0xAB', tagFormat: 'LEGIC' } });
  const missing = [
    await gym.ask('deleteRfid', { path: { accountId: other, rfid: '0xAB' } }),
    await gym.ask('deleteRfid', { path: { accountId, rfid: '0xAC' } }),
    await gym.ask('deleteRfid', { path: { accountId, rfid: '0xAB' }, query: { tagFormat: 'MIFARE' } }),
  ];
  expect(missing.map(({ status, body }) => [status, body.metadata.entity])).toEqual(missing.map(() => [404, 'RFID']));
  expect(
    (await gym.ask('deleteRfid', { path: { accountId, rfid: '0xab' }, query: { tagFormat: 'LEGIC' } })).status,
  ).toBe(204);
  expect((await gym.ask('getByRfid', { path: { rfid: '0xAB' } })).status).toBe(404);
});

test('removing a token removes that of one issuer, or all', async () => {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  for (const collectorId of [1, 2, 3]) {
    await gym.ask('assignAccountNfcToken', { path, body: { token: `g${collectorId}`, collectorId } });
  }
  expect((await gym.ask('deleteAccountNfcToken', { path, query: { collectorId: 2 } })).status).toBe(204);
  expect((await gym.ask('deleteAccountNfcToken', { path, query: { collectorId: 2 } })).body.metadata.entity).toBe(
    'NFC_TOKEN',
  );
  for (const [name, issuer] of [
    ['collectorId', ''],
    ['passTypeId', ''],
    ['passTypeId', ' '],
  ] as const) {
    const { status, body } = await gym.ask('deleteAccountNfcToken', { path, query: { [name]: issuer } });
    expect([status, body.fieldErrors]).toMatchObject([400, [{ name }]]);
  }
  expect((await gym.ask('getAccountNfcToken', { path, query: { collectorId: 1 } })).status).toBe(200);
  expect((await gym.ask('deleteAccountNfcToken', { path })).status).toBe(204);
  expect((await gym.ask('deleteAccountNfcToken', { path })).status).toBe(404);
});
