import http from 'node:http';
import type net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { POST as postTap } from '#app/api/desk/taps/route.ts';
import { sendMessage } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { answerGet } from '#lib/server/actions/answer-get.ts';
import { answerRead } from '#lib/server/actions/answer-read.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { browser } from '#lib/testing/browser.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { sessionTokenOf } from '#lib/testing/session-cookie.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { profile } from '#lib/wire/reads/member.ts';
import { sessionCookie } from '#lib/wire/session-cookie-names.ts';
import type { Log } from '#shared/log/log.ts';
import { until } from '#shared/testing/until.ts';
import { watchRequests } from './desk/watch-requests.ts';

const readToken = async () => browser.claim && sessionTokenOf(testDesk.desk.secret, browser.claim);

type Line = Record<string, unknown> & { level: string };
const lines: Line[] = [];
const write = (level: string) => (what: object) => void lines.push({ level, ...what });
// safe because: a line is written by one of these
const log = { info: write('info'), warn: write('warn'), error: write('error') } as Log;

const testDesk = setUpTestDesk();
let here: TestLocation;
let staffId: string;
let server: http.Server;

beforeAll(() => {
  Object.assign(testDesk.desk, { log });
  leaveStartedDesk({ desk: testDesk.desk, stop: async () => {}, setUpLink: null });
});
beforeEach(async () => {
  here = await testDesk.openLocation();
  staffId = await createStaff(testDesk.desk.db, testDesk.desk, {
    email: `${testDesk.desk.newId()}@example.com`,
    role: 'reception',
    locationIds: [here.location.id],
    name: 'Ana Canary',
    password: testPassword,
  });
  browser.claim = await claimOf(testDesk.desk, staffId);
  here.platform.requests.length = 0;
  lines.length = 0;
});
afterEach(() => server.close());

/** Sends a request to a desk whose server assigns request ids as the real one does, and responds with `answer`. */
async function ask(answer: (request: Request) => Promise<Response | object>, body?: object) {
  const handle: http.RequestListener = async (incoming, outgoing) => {
    const { method = '', headers } = incoming;
    const sent = method === 'POST' ? await text(incoming) : undefined;
    const answered = await answer(
      new Request(`http://desk${addressOf(profile, here.location.id, { accountId: 'a-1' })}`, {
        method,
        headers: headers as HeadersInit,
        ...(sent && { body: sent }),
      }), // safe because: none of these headers is repeated here
    );
    const response = answered instanceof Response ? answered : Response.json(answered);
    outgoing.writeHead(response.status).end(await response.text());
  };
  const names = { routeOf: () => '/members/[accountId]', actionOf: () => undefined };
  server = http.createServer(watchRequests(handle, { log, metrics: testDesk.desk.metrics }, names));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo; // safe because: it listens on TCP
  const response = await fetch(`http://127.0.0.1:${port}`, {
    headers: {
      origin: 'http://desk',
      host: 'desk',
      'x-forwarded-host': 'desk',
      'content-type': 'application/json',
      cookie: `${sessionCookie}=${await readToken()}`,
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const told = await response.json();
  await until(() => expect(lines.filter(({ route }) => route)).toHaveLength(1));
  return { told, requestId: response.headers.get('x-request-id') };
}

const scan = (value: string) => ({
  kind: 'lookUp',
  source: 'scan',
  value,
  locationId: here.location.id,
  staffId,
  ...here.tap(),
});

test('a scan that the platform did not confirm is a warning with the code and the request ids of the screen and the platform', async () => {
  here.platform.fault = () => ({ status: 503, body: { errorCode: 'internalServerError', requestId: 'p-503' } });
  const { told, requestId } = await ask(postTap, scan('0x04CA7A21'));
  expect(told).toMatchObject({ ok: true, value: { kind: 'unconfirmed' } });
  expect(here.platform.requests.map((request) => request.requestId)).toEqual([requestId]);
  const problem = { operation: 'getByRfid', kind: 'unavailable', because: 'failed', status: 503 };
  expect(lines).toMatchObject([
    { level: 'warn', requestId, code: 'unconfirmed', platform: [{ ...problem, platformRequestId: 'p-503' }] },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/CA7A21|canary/i);
});

test('a scan of an unknown card is no warning, and can be traced too', async () => {
  const { requestId } = await ask(postTap, scan('0x04CA7A22'));
  expect(lines).toMatchObject([
    { level: 'info', requestId, platform: [{ kind: 'missing', status: 404, platformRequestId: 'request-1' }] },
  ]);
});

test('an action that the platform forbids is logged with the id that the screen shows', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  const { accountId } = lena.account;
  await ask(postTap, scan(lena.card));
  server.close();
  lines.length = 0;
  here.platform.fault = ({ method }) => (method === 'GET' ? null : refuse('missingPermission'));
  const message = { locationId: here.location.id, accountId, messageId: testDesk.desk.newId() };
  const { told, requestId } = await ask(() => sendMessage({ ...message, text: 'Canary', deeplink: '' }));
  expect(told).toMatchObject({ ok: false, error: { code: 'permissionMissing', requestId } });
  expect(lines).toMatchObject([
    {
      level: 'warn',
      requestId,
      code: 'permissionMissing',
      platform: [{ status: 403, errorCode: 'missingPermission', platformRequestId: 'request-1' }],
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/canary/i);
});

test('a refused read and an unexpected failure are logged under the request id of the response', async () => {
  browser.claim = null;
  const nobody = await ask(answerRead);
  expect(nobody.told).toMatchObject({ error: { code: 'signedOut', requestId: nobody.requestId } });
  expect(lines).toMatchObject([{ level: 'info', status: 401, code: 'signedOut', requestId: nobody.requestId }]);
  server.close();
  lines.length = 0;
  browser.claim = await claimOf(testDesk.desk, staffId);
  const broken = await ask((request) =>
    answerGet(request, { permission: 'readMembers' }, async () => {
      throw new TypeError('lena.canary@example.com');
    }),
  );
  expect(broken.told).toMatchObject({ error: { code: 'unexpected', requestId: broken.requestId } });
  expect(lines).toMatchObject([
    { level: 'error', requestId: broken.requestId, error: expect.any(TypeError) },
    { level: 'warn', status: 500, code: 'unexpected', requestId: broken.requestId },
  ]);
});

test('the banner of a rejected key is logged with the platform’s response that caused it', async () => {
  here.platform.apiKey = 'another';
  const { requestId } = await ask(postTap, scan('0x04CA7A23'));
  const banner = testDesk.logged.map(([line]) => line).find((line) => (line as Line).connection); // safe because: a line begins with an object;
  expect(banner).toMatchObject({
    requestId,
    locationId: here.location.id,
    connection: 'keyRejected',
    platform: [{ because: 'keyRejected', status: 403, platformRequestId: 'request-1' }],
  });
});
