import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdmin } from '#platform/admin/main.ts';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestPlatform } from '#platform/testing/platform.ts';
import { listenForTest, startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

async function serve(app: TestPlatform['app'] = platform.app): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch });
  return `http://127.0.0.1:${await listenForTest(server as Parameters<typeof listenForTest>[0], '127.0.0.1')}`;
}

function start(url: string, argv: string[]) {
  const stopping = new AbortController();
  const printed = { lines: '', mistake: '' };
  const ended = runAdmin(argv, {
    databaseUrl: '',
    sandbox: { url },
    signal: stopping.signal,
    write: (text) => {
      printed.lines += text;
    },
    writeError: (text) => {
      printed.mistake += text;
    },
  });
  const lines = () =>
    printed.lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { printed, lines, stop: () => stopping.abort(), ended };
}

async function run(url: string, ...argv: string[]) {
  const { printed, ended } = start(url, argv);
  return { exitCode: await ended, mistake: printed.mistake.trim(), answer: printed.lines && JSON.parse(printed.lines) };
}

test('listen forwards each event as it was signed, prints what came of it, and leaves no webhook behind', async () => {
  const url = await serve();
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  let status = 204;
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  const listening = start(url, ['listen', '--gym', gym.gymId, '--forward-to', receiver.url.href, '--secret', 'mine']);
  await until(() => expect(listening.lines()).toHaveLength(1));
  const [{ webhookId, ...told }] = listening.lines();
  expect(told).toEqual({ gymId: gym.gymId, forwardTo: receiver.url.href, secret: 'mine' });
  expect((await gym.ask('getAllWebhooks')).body).toMatchObject([{ id: webhookId }]);

  const { exitCode, answer } = await run(url, 'trigger', 'GYM_CHECKIN', '--gym', gym.gymId);
  expect([exitCode, answer]).toEqual([0, { type: 'GYM_CHECKIN', accountId, webhooks: 1 }]);
  await until(() => expect(listening.lines()).toHaveLength(2));
  const [{ headers = {}, body = '' } = {}] = receiver.requests;
  expect(listening.lines()[1]).toEqual({
    ...JSON.parse(body),
    deliveryId: headers['webhook-id'],
    isSigned: true,
    status: 204,
    durationMs: expect.any(Number),
  });
  expect(headers['webhook-signature']).toMatch(/^v1,/);

  status = 410;
  await run(url, 'trigger', 'TEST', '--gym', gym.gymId);
  await until(() => expect(listening.lines().at(-1)).toMatchObject({ type: 'TEST', isSigned: true, status: 410 }));

  listening.stop();
  expect(await listening.ended).toBe(0);
  expect((await gym.ask('getAllWebhooks')).body).toEqual([]);
});

test('listen ends as always after a reset of the gym, which removes its webhook', async () => {
  const url = await serve();
  const gym = await platform.newGym();
  const listening = start(url, listenTo(gym.gymId));
  await until(() => expect(listening.lines()).toHaveLength(1));
  const path = `/sandbox/gyms/${gym.gymId}/webhooks/${listening.lines()[0].webhookId}`;
  expect((await fetch(`${url}${path}`, { method: 'DELETE' })).status).toBe(204);
  listening.stop();
  expect([await listening.ended, listening.printed.mistake]).toEqual([0, '']);
});

test('listen registers no loopback address at a sandbox on another machine, where it would be another program', async () => {
  const token = 'a token of at least thirty-two characters';
  const url = await serve(openProcess(platform, { sandbox: { ...platform.sandbox, token } }));
  const gym = await platform.newGym();
  const register = (headers: Record<string, string>) =>
    fetch(`${url}/sandbox/gyms/${gym.gymId}/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/events', secret: 'mine' }),
    });
  const refused = await register({ 'x-forwarded-for': '198.51.100.7' });
  expect([refused.status, await refused.json()]).toMatchObject([400, { fieldErrors: [{ name: 'url' }] }]);
  expect((await register({})).status).toBe(201);
});

test('listen prints an event whose receiver does not answer without a status', async () => {
  const url = await serve();
  const gym = await platform.newGym();
  const receiver = await startReceiver((_, response) => response.destroy());
  const listening = start(url, ['listen', '--gym', gym.gymId, '--forward-to', receiver.url.href]);
  await until(() => expect(listening.lines()).toHaveLength(1));
  expect(listening.lines()[0].secret).toMatch(/^whsec_/);
  await run(url, 'trigger', 'TEST', '--gym', gym.gymId);
  await until(() => expect(listening.lines()[1]).toMatchObject({ type: 'TEST', isSigned: true, status: null }));
  listening.stop();
  expect(await listening.ended).toBe(0);
});

const listenTo = (gym: string) => ['listen', '--gym', gym, '--forward-to', 'http://127.0.0.1:9/'];
const nobody = '6f2c1b7e-4d0a-4b8e-9c35-a1e07d5f2b64';

test.each<[string, string[], string]>([
  ['an unknown gym', ['trigger', 'TEST', '--gym', nobody], 'There is no such gym.'],
  ['an unknown gym', listenTo(nobody), 'There is no such gym.'],
  ['no id', listenTo('none'), 'There is no such gym.'],
  ['no address', ['listen', '--gym', nobody, '--forward-to', 'x'], '"x" is not an address: write it as'],
  ['an unknown event', ['trigger', 'DOOR', '--gym', nobody], "error: command-argument value 'DOOR' is invalid"],
])('%s: %j is refused in one sentence', async (_, argv, sentence) => {
  const { exitCode, mistake } = await run(await serve(), ...argv);
  expect([exitCode, mistake]).toEqual([1, expect.stringContaining(sentence)]);
});

test.each([[listenTo(nobody)], [['trigger', 'TEST', '--gym', nobody]]])(
  '%j says that a platform is no sandbox, or that none runs',
  async (argv) => {
    const plain = await serve(openProcess(platform));
    const refused = await run(plain, ...argv);
    expect([refused.exitCode, refused.mistake]).toEqual([
      1,
      expect.stringContaining(`The platform at ${plain} is no sandbox`),
    ]);
    const nowhere = 'http://127.0.0.1:9';
    const unanswered = await run(plain, ...argv, '--platform', nowhere);
    expect([unanswered.exitCode, unanswered.mistake]).toEqual([
      1,
      `No platform answers at ${nowhere}: start one, or name its address with --platform.`,
    ]);
  },
);
