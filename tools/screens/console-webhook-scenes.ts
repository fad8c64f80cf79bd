import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { permissions } from '#contracts/v2/operations.ts';
import type { Stack } from '#tools/testing/stack.ts';

export interface ConsoleScene {
  name: string;
  /** Shown at every width and in every language, not only at a desk. */
  isForAll?: true;
  play(page: Page, consoleUrl: string, stack: Stack): Promise<unknown>;
}

const answersToEvents = [500, 204, 204, 204, 503];

const messages = [
  { text: 'Wir haben morgen wegen einer Wartung erst ab 9 Uhr geöffnet.' },
  { text: 'Yoga am Fluss beginnt heute um 18:30 Uhr in Raum 2.', deeplink: 'gymapp://classes/yoga' },
  { text: 'Alles Gute zum Geburtstag! Der Shake geht heute auf uns.' },
];

/** The gym's webhooks and messages, in the order of the pictures. */
export const webhookScenes: readonly ConsoleScene[] = [
  {
    name: 'console-webhook',
    isForAll: true,
    play: async (page, url, stack) => {
      const webhookId = await tellReceiver(stack);
      await page.goto(`${url}/webhooks/${webhookId}`);
    },
  },
  { name: 'console-webhooks', isForAll: true, play: (page, url) => page.goto(`${url}/webhooks`) },
  {
    name: 'console-delete-webhook',
    play: async (page, url) => {
      await page.goto(`${url}/webhooks`);
      await page.locator('a[href^="/console/webhooks/"]').last().click();
      await page.locator('a[href$="/delete"]').click();
      await page.waitForURL('**/delete');
    },
  },
  {
    name: 'console-messages',
    isForAll: true,
    play: async (page, url, stack) => {
      await sendMessages(stack);
      await page.goto(`${url}/messages`);
    },
  },
];

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Sends requests as the software of the demo gym does. */
async function connect(stack: Stack): Promise<Ask> {
  const { gyms } = await stack.platformAdmin<{ gyms: { gymId: string }[] }>('seed-demo');
  const make = ['create-key', '--gym', gyms[0]?.gymId ?? '', '--permissions', permissions.join(',')];
  const { apiKey } = await stack.platformAdmin<{ apiKey: string }>(...make);
  return async <T>(method: string, path: string, body?: unknown) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const response = await fetch(`${stack.platformUrl}/api/v2${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as T; // safe because: the platform keeps to its contract
  };
}

const membersOf = async (ask: Ask): Promise<string[]> => {
  const { items } = await ask<{ items: { accountId: string }[] }>('GET', '/accounts?limit=6&currentGymOnly=true');
  return items.map(({ accountId }) => accountId);
};

/** Delivers events to a receiver that responds in each way. @returns the id of its webhook */
async function tellReceiver(stack: Stack): Promise<number> {
  const ask = await connect(stack);
  const answers = [...answersToEvents];
  let events = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    events += 1;
    response.writeHead(answers.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  const request = { url: `http://127.0.0.1:${port}/events`, secret: 'a secret for the pictures' };
  const { id } = await ask<{ id: number }>('POST', '/webhooks', request);
  const [first, second, third] = await membersOf(ask);
  const until = async (count: number) => {
    while (events < count) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await ask('POST', `/accounts/${first}/checkins`, {});
  await until(2);
  await ask('POST', `/accounts/${second}/checkins`, {});
  await until(3);
  await ask('POST', `/webhooks/${id}/trigger`);
  await until(4);
  await ask('POST', `/accounts/${third}/checkouts`, {});
  await until(5);
  await new Promise((resolve) => server.close(resolve));
  return id;
}

async function sendMessages(stack: Stack): Promise<void> {
  const ask = await connect(stack);
  const members = await membersOf(ask);
  for (const [index, message] of messages.entries()) {
    await ask('POST', `/accounts/${members[index]}/notifications`, message);
  }
  await new Promise((resolve) => setTimeout(resolve, 2_500)); // they are delivered within two seconds
}
