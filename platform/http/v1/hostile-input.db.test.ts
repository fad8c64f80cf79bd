import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/v1/operations.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { expectGymFailure } from '#platform/testing/gym-client.ts';
import { type GymSamples, gymOperationIds, sampleGym } from '#platform/testing/gym-samples.ts';
import { hostileBodyOf, hugeBodyOf, mediaType, nested } from '#platform/testing/hostile-bodies.ts';
import { oddText, oddValue, pathsOf, spoil } from '#platform/testing/odd-input.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** Existing field names, so that wrong values get past the first validation. */
const field = fc.constantFrom(
  'userId',
  'membershipId',
  'eMail',
  'rfidId',
  'rfidList',
  'userMotiveList',
  'imageData',
  'height',
  'prospect',
  'userPresenceTimestamp',
  'productId',
  'start',
  'end',
  'taskName',
  'dueDate',
  'author',
  'target',
  'completed',
  '__proto__',
  'constructor',
  'toString',
);

async function send({ gym, requests }: GymSamples, operation: OperationId, query: string, body: string, type: string) {
  platform.time.now = new Date(platform.time.now.getTime() + 1000);
  const { method, path } = operations[operation];
  const { path: names = {} } = requests[operation];
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(names[name]));
  const headers = { 'x-access-token': gym.accessToken, 'content-type': type };
  const answer = await readAnswer(
    await platform.app.request(`/v1${address}?gymId=${gym.legacyGymId}&${query}`, {
      method,
      headers,
      body: method === 'GET' ? undefined : body,
    }),
  );
  expect(answer.status, `${operation} ${query} ${body.slice(0, 200)}`).toBeLessThan(500);
  if (answer.status >= 400) expectGymFailure(answer);
  return answer;
}

/** Operations that read a body; the others are sent one too. */
const writing = gymOperationIds.filter((operation) => operations[operation].method !== 'GET');
const queryOf = ({ requests }: GymSamples, operation: OperationId) =>
  new URLSearchParams(
    Object.entries(requests[operation].query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();

test.each(writing)(
  '%s answers every body in this interface’s error format, and never with a 500',
  async (operation) => {
    const samples = await sampleGym(platform);
    const query = queryOf(samples, operation);
    await fc.assert(
      fc.asyncProperty(hostileBodyOf(field), mediaType, async ({ body }, type) => {
        await send(samples, operation, query, body, type);
      }),
      { numRuns: 60 },
    );
  },
);

test('bodies of the maximum length and longer are answered by every operation', async () => {
  const samples = await sampleGym(platform);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writing), hugeBodyOf(field), async (operation, { body }) => {
      await send(samples, operation, queryOf(samples, operation), body, 'application/json');
    }),
    { numRuns: 40 },
  );
});

test.each(['author', 'target'])('a %s nested 10,000 levels deep is refused, and not reflected', async (name) => {
  const body = `{"${name}":${nested('[', ']', 10_000)}}`;
  const answer = await send(await sampleGym(platform), 'createTask', '', body, 'application/json');
  expect(answer.status).toBe(400);
  expect(answer.body.errorText.length).toBeLessThan(500);
});

test('the response conforms to the contract with any value in any field of a body, and is never a 500', async () => {
  const { gym, requests } = await sampleGym(platform);
  const places = writing.flatMap((operation) => pathsOf(requests[operation].body).map((path) => ({ operation, path })));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), oddValue, async ({ operation, path }, value) => {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const { body, ...asked } = requests[operation];
      const { status } = await gym.askV1(operation, { ...asked, body: spoil(Object(body), path, value) });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});

const wellFormed = oddText.filter((text) => text.isWellFormed());

test('the response conforms to the contract with any query, and is never a 500', async () => {
  const samples = await sampleGym(platform);
  const parameter = fc.constantFrom('userId', 'membershipId', 'rfid', 'email', 'modified-since', 'gymId', '__proto__');
  const value = fc.oneof(
    wellFormed,
    fc.constantFrom('1', '-1', '1.5', '1e3', '0xAB', '9007199254740993', '2026-11-21', '2026-11-21T00:00:00+99:99'),
    fc.constantFrom('0001-01-01', '9999-12-31', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999999Z'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...gymOperationIds),
      fc.array(fc.tuple(parameter, value), { maxLength: 4 }),
      async (operation, parameters) => {
        const { body } = samples.requests[operation];
        const query = new URLSearchParams(parameters).toString();
        await send(samples, operation, query, JSON.stringify(body ?? {}), 'application/json');
      },
    ),
    { numRuns: 400 },
  );
});

test('for any path or gym id, the response is 200, 400, 401 or 404', async () => {
  const { gym } = await sampleGym(platform);
  const inPath = wellFormed.filter((text) => text !== '' && text !== '.' && text !== '..');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('getTask', 'getProduct'), inPath, async (operation, value) => {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const path = { taskId: value, productId: value };
      expect([200, 400, 404]).toContain((await gym.askV1(operation, { path })).status);
      expect([204, 400, 401]).toContain((await gym.askV1('alive', { query: { gymId: value } })).status);
    }),
    { numRuns: 200 },
  );
});
