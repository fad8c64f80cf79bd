import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';
import { connectReader, newProfile, signIn, withBrowser } from './desk-browser.ts';
import { type FreeCard, readFreeCards } from './free-cards.ts';
import { latencyRow, type Row, type Section } from './row.ts';
import type { StrangersReport, StrangersTask } from './strangers-process.ts';
import { watchVerdict } from './watch-verdict.ts';

const cardCount = 10;
const scanPauseMs = 180;
const glances = 200;
const pauseMs = 30;
const strangers = 40;
const budgetMs = 100;
const longestWaitMs = 10_000;

/** The desk's latency for a known card, without and with continuous failing sign-ins. */
export async function measureStrangers(stack: Stack): Promise<Section> {
  const cards = await readFreeCards(stack, cardCount);
  return withBrowser(async (browser) => {
    const context = await newProfile(browser);
    const page = await signIn(context, stack);
    const scan = await connectReader(page);
    for (const { rfid } of cards) {
      const watching = await watchVerdict(page, longestWaitMs);
      await scan(rfid);
      await watching.done();
      await setTimeout(scanPauseMs);
    }
    await page.close();
    const locationId = await readLocationOf(stack, cards);
    const addresses = cards.map(({ rfid }) => {
      const asked = new URLSearchParams({ value: rfid, source: 'scan', locationId });
      return `${stack.deskUrl}/api/desk/at-a-glance?${asked}`;
    });
    const cookie = await readCookie(context, stack);
    await timeGlances(addresses, cookie);
    const alone = await timeGlances(addresses, cookie);
    const { samplesMs, rows } = await withStrangers(stack, () => timeGlances(addresses, cookie));
    return {
      title: 'Strangers who sign in with wrong passwords, each again as soon as it is answered',
      rows: [
        latencyRow('glance at a known card, nobody else there', alone, budgetMs),
        latencyRow(`the same, beside ${strangers} strangers`, samplesMs, budgetMs),
        ...rows,
      ],
    };
  });
}

/** The location of the screen where the cards were scanned. */
function readLocationOf(stack: Stack, cards: readonly FreeCard[]): Promise<string> {
  return withDatabase(stack, 'desk', async (client) => {
    const text = 'SELECT DISTINCT location_id FROM cards WHERE value = ANY($1)';
    const { rows } = await client.query<{ location_id: string }>(text, [cards.map(({ rfid }) => rfid)]);
    const [location] = rows;
    if (!location || rows.length > 1) throw new Error(`The cards are known at ${rows.length} locations.`);
    return location.location_id;
  });
}

async function readCookie(context: BrowserContext, { deskUrl }: Stack): Promise<string> {
  return (await context.cookies(deskUrl)).map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function timeGlances(addresses: readonly string[], cookie: string): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < glances; index += 1) {
    const askedAt = performance.now();
    const answer = await fetch(addresses[index % addresses.length] ?? '', { headers: { cookie } });
    const glance: unknown = await answer.json();
    samples.push(performance.now() - askedAt);
    if (!answer.ok || glance === null) throw new Error('A glance at a known card knows nobody.');
    await setTimeout(pauseMs);
  }
  return samples;
}

const toldRow = (kind: string, rate: number, samples: number): Row => ({
  name: kind === 'busy' ? 'sign-ins told to try again in a moment' : 'sign-ins looked at and refused',
  value: { amount: rate, unit: '/s' },
  samples,
});

/** What was measured during the failing sign-ins, and how those were answered. */
async function withStrangers(
  { deskUrl }: Stack,
  measure: () => Promise<number[]>,
): Promise<{ samplesMs: number[]; rows: Row[] }> {
  const crowd = fork(path.join(import.meta.dirname, 'strangers-process.ts'), { execArgv: [] });
  try {
    const task: StrangersTask = { deskUrl, connections: strangers };
    crowd.send(task);
    await once(crowd, 'message');
    await setTimeout(1_000);
    const samplesMs = await measure();
    crowd.send('how was it?');
    // safe because: it sends nothing else
    const [{ durationS, answers }] = (await once(crowd, 'message')) as [StrangersReport];
    return { samplesMs, rows: Object.entries(answers).map(([kind, count]) => toldRow(kind, count / durationS, count)) };
  } finally {
    if (crowd.connected) crowd.disconnect();
  }
}
