import { expect, test } from 'vitest';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { type InterfaceName, interfaceNames } from './reference.ts';

const platform = startTestPlatform();

interface Item {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string }[];
    body?: { raw?: string };
    url: { raw: string; variable?: { key: string; value: string }[] };
  };
}

async function createGym() {
  const headers = { 'content-type': 'application/json' };
  return (await platform.app.request('/sandbox/gyms', { method: 'POST', headers, body: '{"isLimited":false}' })).json();
}

const collectionOf = async (name: InterfaceName): Promise<Item[]> => {
  const { item } = await (await platform.app.request(`/postman/${name}.json`)).json();
  return item.flatMap((group: { item: Item[] }) => group.item);
};

/** Sends requests in a gym of a sandbox, each with the values that Postman would fill in. */
async function send(items: readonly Item[], gym = createGym()): Promise<Record<string, number>> {
  const { v2, v1, members } = await gym;
  const [{ accountId, email }] = members;
  const values: Record<string, string> = {
    baseUrl: '',
    apiKey: v2.apiKey,
    accessToken: v1.accessToken,
    gymId: String(v1.gymId),
    accountId,
    email,
  };
  const fill = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? '');
  const statuses: Record<string, number> = {};
  // what erases the member comes last
  for (const { name, request } of items.toSorted((one, other) => order(one) - order(other))) {
    const { method, header, body, url } = request;
    const path = (url.variable ?? []).reduce(
      (text, { key, value }) => text.replace(`:${key}`, encodeURIComponent(fill(value))),
      fill(url.raw),
    );
    const headers = Object.fromEntries(header.map(({ key, value }) => [key, fill(value)]));
    const response = await platform.app.request(path, { method, headers, ...(body?.raw && { body: fill(body.raw) }) });
    statuses[name] = response.status;
  }
  return statuses;
}
const order = ({ request: { method, url } }: Item) =>
  method === 'DELETE' ? (url.raw.includes(':accountId?') || url.raw.endsWith(':accountId') ? 2 : 1) : 0;

/** Requests that name what only another answer of the same gym contains, such as the id of a task. */
const needAnotherAnswer: Record<InterfaceName, string[]> = {
  v2: [
    'Retrieve a product',
    'Book a product or change a booking',
    'Retrieve a task',
    'Replace a task',
    'Retrieve a webhook',
    'Change address and secret of a webhook',
    'Send a test event',
    'Migrate a member from version 1',
    'End a booking at once',
    'Remove a webhook',
  ],
  v1: [
    'Create or update a member',
    'Retrieve a product',
    'Book a product or change a booking',
    'Retrieve a task',
    'Change a task',
  ],
  export: ['Ask how far a file is'],
};

/** Requests that the gym refuses, with the status. */
const refused: Record<InterfaceName, Record<string, number>> = {
  v2: {
    // a file of whoever sends it
    "Upload a member's picture": 400,
    // the member of the examples has neither a token nor a corporate membership, and another request replaced the card
    "Retrieve a member's NFC token": 404,
    'Ask for the admission of a corporate member': 403,
    'Remove a card': 404,
    // another request has created a member with this address
    'Replace what is known of a member': 409,
    'Change some of what is known of a member': 409,
  },
  v1: {},
  export: {},
};

const today = new Date('2026-11-21T09:41:07.000Z');

test.each(
  interfaceNames.flatMap((name) =>
    [today, new Date('2027-03-31T23:30:00Z'), new Date('2028-02-29T00:10:00Z')].map((now) => ({ name, now })),
  ),
)('the examples of $name are requests that succeed in a gym of the sandbox at $now', async ({ name, now }) => {
  platform.time.now = now;
  const statuses = await send(await collectionOf(name));
  const failed = Object.entries(statuses).filter(([, status]) => status >= 400);
  const unknown = needAnotherAnswer[name].map((title) => [title, 404]);
  expect(Object.fromEntries(failed)).toEqual({ ...Object.fromEntries(unknown), ...refused[name] });
});

test('a collection of the data export is still of use after two weeks', async () => {
  platform.time.now = today;
  const items = await collectionOf('export');
  platform.time.now = new Date(today.getTime() + 14 * dayMs);
  const failed = Object.entries(await send(items)).filter(([, status]) => status >= 400);
  expect(failed).toEqual([['Ask how far a file is', 404]]);
});

test.each(['v2', 'v1'] as const)('a booking of a collection of %s is still accepted after a month', async (name) => {
  platform.time.now = new Date('2027-03-01T23:30:00Z');
  const gym = await createGym();
  const headers = { 'x-api-key': gym.v2.apiKey };
  const [{ productId }] = await (await platform.app.request('/api/v2/products', { headers })).json();
  const bookings = (await collectionOf(name)).filter((item) => item.name === 'Book a product or change a booking');
  for (const { request } of bookings) {
    const example = JSON.parse(request.body?.raw ?? '');
    request.body = { raw: JSON.stringify({ ...example, productId }) };
  }
  platform.time.now = new Date('2027-03-31T12:00:00Z');
  expect(Object.values(await send(bookings, gym))).toEqual([expect.toBeOneOf([200, 201])]);
});
