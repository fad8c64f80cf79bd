import { expect, test } from 'vitest';
import { readAnswer } from '#platform/testing/client.ts';
import { jsonParameters } from '#platform/testing/json-parameters.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { expectFailure } from '#platform/testing/membership-client.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

async function send(gym: TestGym, method: string, path: string, init: RequestInit = {}) {
  const headers = { 'x-api-key': gym.apiKey, ...init.headers };
  const answer = await readAnswer(await platform.app.request(path, { ...init, method, headers }));
  if (answer.status >= 400) expectFailure(answer);
  return answer;
}

const json = { 'content-type': 'application/json' };

test.each([
  ['text that is not JSON', '{"email":', json],
  ['an empty body', '', json],
  ['another content type', '{}', { 'content-type': 'text/plain' }],
  ['JSON with a form content type', '{}', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['an array', '[]', json],
  ['null', 'null', json],
  ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), json],
  ['more than a megabyte', JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), json],
])('%s as a body returns 400 invalidRequest', async (_, body, headers) => {
  const gym = await platform.newGym();
  const { status, body: answered } = await send(gym, 'POST', '/api/v2/accounts', { body, headers });
  expect([status, answered.errorCode]).toEqual([400, 'invalidRequest']);
});

test('JSON may have any parameters and a byte order mark', async () => {
  const gym = await platform.newGym();
  for (const parameters of jsonParameters) {
    const { status } = await send(gym, 'POST', '/api/v2/accounts', {
      body: `\ufeff${JSON.stringify(newMember())}`,
      headers: { 'content-type': `application/json${parameters}` },
    });
    expect([parameters, status]).toEqual([parameters, 201]);
  }
});

test('invalid fields return one entry each, with dotted path and the rejected value', async () => {
  const gym = await platform.newGym();
  const { status, body } = await gym.ask('publishAccount', {
    body: {
      email: 'not-an-address',
      firstName: '   ',
      gender: 'OTHER',
      dateOfBirth: '2001-02-30',
      membership: { membershipId: '', membershipType: 'GOLD', startOfContract: '01.01.2024' },
    },
  });
  expect([status, body.errorCode]).toEqual([400, 'invalidArguments']);
  const refused = Object.fromEntries(
    body.fieldErrors.map(({ name, rejectedValue }: { name: string; rejectedValue: unknown }) => [name, rejectedValue]),
  );
  expect(refused).toEqual({
    email: 'not-an-address',
    firstName: '   ',
    lastName: null,
    gender: 'OTHER',
    dateOfBirth: '2001-02-30',
    'membership.membershipId': '',
    'membership.membershipType': 'GOLD',
    'membership.startOfContract': '01.01.2024',
  });
  expect(body.fieldErrors).toHaveLength(8);
});

test('a contract that ends before it starts is rejected at its end', async () => {
  const gym = await platform.newGym();
  const body = newMember({ membership: { startOfContract: '2024-05-01', endOfContract: '2024-04-30' } });
  const answer = await gym.ask('publishAccount', { body });
  expect(answer.body.fieldErrors).toMatchObject([{ name: 'membership.endOfContract', rejectedValue: '2024-04-30' }]);
});

test('unknown fields and read-only fields sent back are ignored', async () => {
  const gym = await platform.newGym();
  const { status, body } = await gym.ask('publishAccount', {
    body: { ...newMember(), accountId: 'mine', favouriteColour: 'green' },
  });
  expect(status).toBe(201);
  expect(body.accountId).not.toBe('mine');
});

test.each([
  ['currentGymOnly', 'yes'],
  ['fromTimestamp', '22.09.2022'],
  ['offset', -1],
  ['limit', 101],
  ['limit', 'ten'],
  ['limit', ''],
  ['offset', '1e1'],
  ['offset', '9999999999'],
])('the query %s=%s returns 400 and names the parameter', async (name, value) => {
  const gym = await platform.newGym();
  const { status, body } = await gym.ask('listAccounts', { query: { [name]: value } });
  expect([status, body.errorCode]).toEqual([400, 'invalidArguments']);
  expect(body.fieldErrors).toMatchObject([{ name, rejectedValue: String(value) }]);
});

test('an unknown path returns 404 UNKNOWN', async () => {
  const gym = await platform.newGym();
  for (const path of ['/api/v2/nothing', '/api/v2', '/api/v2/accounts/', '/api/v2/accounts/a/b/c', '/nowhere']) {
    const { status, body } = await send(gym, 'GET', path);
    expect([status, body.metadata]).toEqual([404, { entity: 'UNKNOWN' }]);
  }
});

test('a known path with another method returns 405 and lists the allowed ones', async () => {
  const gym = await platform.newGym();
  const { status, body, headers } = await send(gym, 'DELETE', '/api/v2/accounts');
  expect([status, body.errorCode, headers.get('allow')]).toEqual([405, 'methodNotAllowed', 'GET, POST']);
  const one = await send(gym, 'POST', '/api/v2/accounts/abc');
  expect(one.headers.get('allow')).toBe('DELETE, GET, PATCH, PUT');
});

test('path values are percent-decoded once; invalid encodings return 400', async () => {
  const gym = await platform.newGym();
  const email = 'first+tag@example.org';
  const membershipId = 'M/1 50%25?ü#';
  const accountId = await createMember(gym, { email, membership: { membershipId } });
  for (const path of [
    `email/${email}`,
    'email/first%2Btag%40example.org',
    `membership/${encodeURIComponent(membershipId)}`,
  ]) {
    expect((await send(gym, 'GET', `/api/v2/accounts/${path}`)).body.accountId).toBe(accountId);
  }
  for (const path of ['email/a%40b%', 'email/%zz@example.org', 'membership/%FF', 'membership/a%00b']) {
    const { status, body, headers } = await send(gym, 'GET', `/api/v2/accounts/${path}`);
    expect([status, body.errorCode]).toEqual([400, 'invalidRequest']);
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull();
  }
});

test('text that PostgreSQL cannot store is refused, and any other text is returned unchanged', async () => {
  const gym = await platform.newGym();
  const refused = await gym.ask('publishAccount', { body: newMember({ firstName: 'a\u0000b' }) });
  expect(refused.body.fieldErrors).toMatchObject([{ name: 'firstName' }]);
  const firstName = "Zoë \u{1F469}\u200D\u{1F680} '; DROP TABLE accounts; --";
  const { body } = await gym.ask('publishAccount', { body: newMember({ firstName }) });
  expect(body.firstName).toBe(firstName);
});

test('an unexpected failure returns a constant 500; its cause is in the log with the request id', async () => {
  const gym = await platform.newGym();
  await platform.rows('ALTER TABLE memberships RENAME TO memberships_hidden');
  try {
    platform.logged.length = 0;
    const { status, body } = await gym.ask('listAccounts');
    expect([status, body.errorCode, body.message]).toEqual([
      500,
      'internalServerError',
      'Something went wrong on our side.',
    ]);
    expect(JSON.stringify(body)).not.toContain('memberships');
    const cause = platform.logged.find((line) => line.requestId === body.requestId && line.error);
    expect(JSON.stringify(cause)).toContain('memberships');
  } finally {
    await platform.rows('ALTER TABLE memberships_hidden RENAME TO memberships');
  }
});

test('what a body gives is found by the same text in a path, with spaces around it too', async () => {
  const gym = await platform.newGym();
  const unique = crypto.randomUUID();
  const [membershipId, email, token] = [` M-${unique} `, ` ${unique}@example.org `, ` ${unique} `];
  const found = await createMember(gym, { email, membership: { membershipId } });
  const accountId = ` ${found} `;
  const rfid = ' 0x04A23BC2 ';
  await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid } });
  await gym.ask('assignAccountNfcToken', { path: { accountId }, body: { token } });
  const { body: products } = await gym.ask('listGymProducts');
  const task = { name: 'x', dueDate: '2027-01-01', authorId: accountId, targetId: accountId };
  const { body: created } = await gym.ask('createTask', { body: task });
  const webhook = await gym.ask('createWebhook', { body: { url: 'https://desk.example.org', secret: 'shared' } });

  for (const [operation, path] of [
    ['retrieveAccount', { accountId }],
    ['retrieveAccountByMembershipId', { membershipId }],
    ['getByEmail', { email }],
    ['getByRfid', { rfid }],
    ['getByNfc', { nfc: token }],
  ] as const) {
    expect((await gym.ask(operation, { path })).body, operation).toMatchObject({ accountId: found });
  }
  for (const [operation, path] of [
    ['productDetails', { productId: ` ${products[0].productId} ` }],
    ['getTask', { taskId: ` ${created.id} ` }],
    ['getWebhookById', { id: ` ${webhook.body.id} ` }],
  ] as const) {
    expect((await gym.ask(operation, { path })).status, operation).toBe(200);
  }
});
