import { expect, test } from 'vitest';
import { authenticateKey } from '#platform/services/api-keys/authenticate.ts';
import { revokeApiKey } from '#platform/services/api-keys/revoke.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

interface LookUp {
  apiKey: string;
  card: string;
}

/** Status, body and headers as they are sent, except the id of the request. */
async function lookUp({ apiKey, card }: LookUp) {
  const answer = await platform.app.request(`/api/v2/accounts/rfid/${card}`, { headers: { 'x-api-key': apiKey } });
  const { 'x-request-id': requestId = '', 'x-ratelimit-remaining': _, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: (await answer.text()).replace(requestId, 'id of the request') };
}

const refill = () => {
  platform.time.now = new Date(platform.time.now.getTime() + 3_600_000);
};

/** Two chains use the same card numbers for different members. */
async function newChain(): Promise<{ gym: TestGym; apiKeys: string[] }> {
  const gym = await platform.newGym();
  for (let index = 0; index < 6; index += 1) {
    const accountId = await createMember(gym, {
      firstName: `Member ${index}`,
      contact: index % 2 ? { phone: '+49 151 0', city: 'Musterstadt' } : undefined,
      membership: index === 0 ? { endOfContract: '2027-01-01' } : {},
    });
    const body = { rfid: `0xCA0${index}`, ...(index % 3 === 0 && { tagFormat: 'LEGIC' }) };
    await gym.ask('addRFIDToUser', { path: { accountId }, body });
  }
  const apiKeys = [gym.apiKey, await platform.newKey(gym), await platform.newKey(gym)];
  return { gym, apiKeys };
}

const cards = [
  '0xCA00',
  '0xca01',
  '0XCA02',
  '0xCA03',
  '0xCA04',
  '0xCA05',
  '0x00CA05',
  '0xCAFE',
  "0x';",
  '%7B,%22',
  '%5C',
  '0xCA00?tagFormat=LEGIC',
  '0xCA00?tagFormat=MIFARE',
  '0xCA01?tagFormat=MIFARE',
  '0xCA00?tagFormat=NONE',
  'NULL',
];

test('300 simultaneous look-ups in two chains get the same bytes as each alone', async () => {
  const chains = [await newChain(), await newChain()];
  const keys = chains.flatMap(({ apiKeys }) => apiKeys);
  const lookUps = Array.from({ length: 300 }, (_, index) => ({
    apiKey: keys[index % keys.length] ?? '',
    card: cards[index % cards.length] ?? '',
  }));
  refill();
  const alone = [];
  for (const one of lookUps) alone.push(await lookUp(one));
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 400, 404]));
  expect(new Set(alone.map(({ body }) => body)).size).toBeGreaterThan(12);
  refill();
  const withoutTime = (text: string) => text.replaceAll(/"timestamp":"[^"]*"/g, '');
  const together = await Promise.all(lookUps.map(lookUp));
  expect(together.map((one) => ({ ...one, body: withoutTime(one.body) }))).toEqual(
    alone.map((one) => ({ ...one, body: withoutTime(one.body) })),
  );
});

test('of simultaneous requests, only those with a wrong or revoked key are refused', async () => {
  const { gym, apiKeys } = await newChain();
  const [valid = '', revoked = ''] = apiKeys;
  await platform.operate((operator) => revokeApiKey(operator, { keyId: revoked.split('_')[1] ?? '' }));
  const wrong = `${valid.slice(0, -1)}${valid.endsWith('a') ? 'b' : 'a'}`;
  refill();
  const askers = Array.from({ length: 30 }, () => [valid, wrong, revoked]).flat();
  const answers = await Promise.all(askers.map((apiKey) => lookUp({ apiKey, card: '0xCA00' })));
  expect(answers.map(({ status }) => status)).toEqual(askers.map((apiKey) => (apiKey === valid ? 200 : 403)));
  const { headers } = await gym.ask('getByRfid', { path: { rfid: '0xCA00' } });
  expect(headers.get('x-ratelimit-remaining')).toBe('29');
});

/** Keys with the right public part and a wrong secret, each with another one. */
const forge = (apiKey: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const wrong = `${letters[Math.floor(index / letters.length)]}${letters[index % letters.length]}`;
    return apiKey.replace(/..$/, (end) => (end === wrong ? 'zz' : wrong));
  });

test('requests with a forged secret share the statement of the right key, and neither delay nor charge it', async () => {
  const gym = await platform.newGym();
  const other = await platform.newGym();
  const answered: string[] = [];
  const authenticate = async (apiKey: string, name: string) => {
    const key = await authenticateKey(platform.db, apiKey, platform.time.now);
    answered.push(name);
    return key;
  };
  const forged = forge(gym.apiKey, 60);
  const asked = [
    ...forged.map((apiKey) => authenticate(apiKey, 'forged')),
    authenticate(gym.apiKey, 'right'),
    authenticate(other.apiKey, 'other'),
  ];
  const keys = await Promise.all(asked);
  expect(keys.map((key) => key?.remaining)).toEqual([...forged.map(() => undefined), 59, 59]);
  // answers of one statement come in the order of their questions; the other key is never delayed
  expect(answered.slice(-2)).toEqual(['right', 'other']);
});

test('simultaneous requests of one key among forged ones are charged exactly', async () => {
  const gym = await platform.newGym();
  const presented = [...forge(gym.apiKey, 70), ...Array<string>(70).fill(gym.apiKey)];
  const keys = await Promise.all(presented.map((apiKey) => authenticateKey(platform.db, apiKey, platform.time.now)));
  expect(keys.slice(0, 70)).toEqual(Array(70).fill(undefined));
  expect(keys.slice(70).map((key) => key?.isWithinRate)).toEqual([...Array(60).fill(true), ...Array(10).fill(false)]);
  expect(keys.slice(70, 130).map((key) => key?.remaining)).toEqual(
    Array.from({ length: 60 }, (_, index) => 59 - index),
  );
});
