import { expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/v1/operations.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { contentsOf } from '#platform/testing/contents.ts';
import { expectGymFailure } from '#platform/testing/gym-client.ts';
import { type GymSamples, gymOperationIds, sampleGym } from '#platform/testing/gym-samples.ts';
import { jsonParameters } from '#platform/testing/json-parameters.ts';
import { pathsOf, spoil } from '#platform/testing/odd-input.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

async function send(gym: TestGym, method: string, path: string, init: RequestInit = {}) {
  platform.time.now = new Date(platform.time.now.getTime() + 1000);
  const address = `/v1${path}${path.includes('?') ? '&' : '?'}gymId=${gym.legacyGymId}`;
  const headers = { 'x-access-token': gym.accessToken, ...init.headers };
  const answer = await readAnswer(await platform.app.request(address, { ...init, method, headers }));
  if (answer.status >= 400) expectGymFailure(answer);
  return answer;
}

/** Sends another body than the valid one of an operation. */
function sendBody({ gym, requests }: GymSamples, operation: OperationId, init: RequestInit) {
  const { method, path } = operations[operation];
  const { path: names = {}, query = {} } = requests[operation];
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(names[name]));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return send(gym, method, `${address}?${search}`, init);
}

const json = { 'content-type': 'application/json' };
const takesBody: OperationId[] = ['publishUser', 'activateProduct', 'checkIn', 'checkOut', 'createTask', 'updateTask'];

test('every operation answers a valid request with its success, the first and the second time', async () => {
  const { gym, requests } = await sampleGym(platform);
  for (const operation of [...gymOperationIds, ...gymOperationIds]) {
    const { status } = await gym.askV1(operation, requests[operation]);
    expect([operation, status]).toEqual([operation, operations[operation].success]);
  }
});

test.each(takesBody)(
  '%s refuses a body that is not a JSON object, or not declared as JSON, and changes nothing',
  async (operation) => {
    const samples = await sampleGym(platform);
    const sound = JSON.stringify(samples.requests[operation].body);
    const before = await contentsOf(platform);
    const refused: [number, BodyInit, Record<string, string>][] = [
      [400, '{"userId":', json],
      [400, '', json],
      [400, '[]', json],
      [400, 'null', json],
      [400, '"text"', json],
      [400, new Uint8Array([0x22, 0xff, 0x22]), json],
      [400, '{"userId":"\\u0000","membershipId":"\\u0000","taskName":"\\u0000","productId":{}}', json],
      [415, sound, {}],
      [415, sound, { 'content-type': '' }],
      [415, sound, { 'content-type': 'text/plain' }],
      [415, sound, { 'content-type': 'application/x-www-form-urlencoded' }],
    ];
    for (const [expected, body, headers] of refused) {
      const answer = await sendBody(samples, operation, { body, headers });
      expect([body, headers, answer.status]).toEqual([body, headers, expected]);
    }
    expect(await contentsOf(platform)).toEqual(before);
  },
);

test.each(takesBody.filter((operation) => operation !== 'publishUser'))(
  '%s refuses more than a megabyte with 413',
  async (operation) => {
    const samples = await sampleGym(platform);
    const body = JSON.stringify({ membershipId: 'x'.repeat(1024 * 1024) });
    expect((await sendBody(samples, operation, { body, headers: json })).status).toBe(413);
  },
);

test.each(takesBody)('%s accepts JSON with any parameters and a byte order mark', async (operation) => {
  const samples = await sampleGym(platform);
  const body = `\ufeff${JSON.stringify(samples.requests[operation].body)}`;
  for (const parameters of jsonParameters) {
    const headers = { 'content-type': `application/json${parameters}` };
    const { status } = await sendBody(samples, operation, { body, headers });
    expect([parameters, status]).toEqual([parameters, operations[operation].success]);
  }
});

test('alive expects no body, and accepts any', async () => {
  const samples = await sampleGym(platform);
  const bodies: RequestInit[] = [
    {},
    { body: '{}', headers: json },
    { body: '' },
    { body: 'hello' },
    { body: '{', headers: json },
  ];
  for (const init of bodies) {
    expect([init, (await sendBody(samples, 'alive', init)).status]).toEqual([init, 204]);
  }
});

/** A value of every JSON type except null and that of the sample. */
const otherTypes = (sample: unknown) =>
  [{ a: 1 }, [1], true, 7.5, 'x'].filter(
    (value) => Array.isArray(value) !== Array.isArray(sample) || typeof value !== typeof sample,
  );

const valueAt = (body: unknown, path: string[]) =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), body);

test.each(takesBody)('%s refuses a wrong type in every field, and changes nothing', async (operation) => {
  const { gym, requests } = await sampleGym(platform);
  const { body, ...asked } = requests[operation];
  const before = await contentsOf(platform);
  for (const path of pathsOf(body)) {
    for (const value of otherTypes(valueAt(body, path))) {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const { status } = await gym.askV1(operation, { ...asked, body: spoil(Object(body), path, value) });
      const isOfNobody = path.at(-1) === 'userId' || path.at(-1) === 'productId';
      expect([path, value, status]).toEqual([path, value, isOfNobody && status === 404 ? 404 : 400]);
    }
  }
  expect(await contentsOf(platform)).toEqual(before);
});

test('field names are case-sensitive', async () => {
  const { gym, requests } = await sampleGym(platform);
  const { body } = requests.createTask as { body: Record<string, unknown> };
  const { taskName, ...others } = body;
  expect((await gym.askV1('createTask', { body: { ...others, TaskName: taskName } })).status).toBe(400);
  expect((await gym.askV1('checkIn', { body: { UserId: 1, email: 'a@example.org' } })).status).toBe(400);
});

test.each(['/nothing', '/user', '/user/', '/user/publish/', '/USER/publish', '/task/1/2', '/api/v2/accounts', '/', ''])(
  'the path %j is 404',
  async (path) => {
    const { gym } = await sampleGym(platform);
    expect((await send(gym, 'GET', path)).status).toBe(404);
  },
);

const allowed = new Map<string, string[]>();
for (const { method, path } of Object.values(operations)) allowed.set(path, [...(allowed.get(path) ?? []), method]);

test.each([...allowed])('%s knows %j and answers any other method with 405 and Allow', async (path, methods) => {
  const { gym } = await sampleGym(platform);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((one) => !methods.includes(one))) {
    const { status, headers } = await send(gym, method, path.replace(/\{\w+\}/, '1'));
    expect([method, status, headers.get('allow')]).toEqual([method, 405, [...methods].sort().join(', ')]);
  }
});

test.each(['/task/%zz', '/task?modified-since=%', '/user/profile?email=%FF', '/user/profile?membershipId=a%00b'])(
  'a value that cannot be decoded or contains NUL is 400: %s',
  async (path) => {
    const { gym } = await sampleGym(platform);
    expect((await send(gym, 'GET', path)).status).toBe(400);
  },
);

test('an unexpected failure is a constant 500; its cause is only in the log', async () => {
  const { gym, requests } = await sampleGym(platform);
  await platform.rows('ALTER TABLE memberships RENAME TO memberships_hidden');
  try {
    platform.logged.length = 0;
    const { status, body, headers } = await gym.askV1('checkIn', requests.checkIn);
    expect([status, body]).toEqual([500, { error: 500, errorText: 'Something went wrong on our side.' }]);
    const requestId = headers.get('x-request-id');
    const cause = platform.logged.find((line) => line.requestId === requestId && line.error);
    expect(JSON.stringify(cause)).toContain('memberships');
  } finally {
    await platform.rows('ALTER TABLE memberships_hidden RENAME TO memberships');
  }
});

test("no log line contains a token, a gym id, or a member's name", async () => {
  const { gym, requests, accountId } = await sampleGym(platform);
  const [member] = await platform.rows<{ email: string; membership_id: string }>(
    'SELECT email, membership_id FROM chain_profiles JOIN memberships USING (chain_id, account_id) WHERE account_id = $1',
    [accountId],
  );
  platform.logged.length = 0;
  for (const operation of gymOperationIds) await gym.askV1(operation, requests[operation]);
  await gym.askV1('getProfile', { query: { email: member?.email ?? '' } });
  await send(gym, 'GET', `/nothing?email=${member?.email}`);
  await platform.rows('ALTER TABLE rfids RENAME TO rfids_hidden');
  try {
    for (const operation of gymOperationIds) await gym.askV1(operation, requests[operation]);
  } finally {
    await platform.rows('ALTER TABLE rfids_hidden RENAME TO rfids');
  }
  expect(platform.logged.length).toBeGreaterThan(2 * gymOperationIds.length);
  const text = JSON.stringify(platform.logged).toLowerCase();
  expect(text).toContain('/user/profile');
  for (const secret of [gym.accessToken, member?.email, member?.membership_id, '04a2b3c4d5e6f7', 'gymid=']) {
    expect(text).not.toContain(String(secret).toLowerCase());
  }
});
