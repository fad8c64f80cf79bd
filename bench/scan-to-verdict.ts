import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import { latencyRow, type Row } from './row.ts';

const scans = 60;
/** Slower than the platform's limit of 6 requests a second, so that no scan waits in the queue for another. */
const pauseMs = 180;

/** From the reader's Enter to the painted verdict, and from there to the other window's list. */
export async function measureScans(stack: Stack): Promise<Row[]> {
  const cards = await readFreeCards(stack, 3 * scans);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  try {
    const page = await openDesk(browser, stack);
    await measure(page, cards.slice(0, 10)); // warms the caches of every layer
    const loopback = await measure(page, cards.slice(10, 10 + scans));
    await setDelay(stack, 150);
    const delayed = await measure(page, cards.slice(10 + scans, 10 + 2 * scans));
    await setDelay(stack, 0);
    return [
      latencyRow('scan → verdict painted, platform on loopback', loopback),
      latencyRow('scan → verdict painted, 150 ms added to each platform answer', delayed),
    ];
  } finally {
    await browser.close();
  }
}

async function openDesk(browser: Browser, stack: Stack): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await page.goto(`${stack.deskUrl}/sign-in`);
  await page.getByLabel('E-mail').fill('reception@demo.example');
  await page.getByLabel('Password').fill(stack.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('searchbox', { name: 'Scan or search' }).waitFor();
  return page;
}

async function measure(page: Page, cards: readonly string[]): Promise<number[]> {
  const samples: number[] = [];
  for (const card of cards) {
    const painted = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const region = () => document.querySelector('[data-verdict]')?.getAttribute('data-tap-id');
          const before = region();
          let pressedAt = 0;
          const onKey = (event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            pressedAt = performance.now();
            window.removeEventListener('keydown', onKey, true);
          };
          window.addEventListener('keydown', onKey, true);
          const observer = new MutationObserver(() => {
            const now = region();
            if (!now || now === before) return;
            observer.disconnect();
            // the frame after the next one starts when this verdict has been painted
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressedAt)));
          });
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        }),
    );
    await page.keyboard.type(card, { delay: 2 });
    await page.keyboard.press('Enter');
    samples.push(await painted);
    await page.waitForTimeout(pauseMs);
  }
  return samples;
}

async function setDelay(stack: Stack, delayMs: number): Promise<void> {
  const method = delayMs ? 'PUT' : 'DELETE';
  const body = delayMs ? JSON.stringify({ delayMs }) : undefined;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${stack.platformUrl}/sandbox/faults`, { method, headers, body });
  if (!response.ok) throw new Error(`The platform's fault switch answered ${response.status}.`);
}

/** Cards of members who are simply let in and are not in now. */
async function readFreeCards(stack: Stack, count: number): Promise<string[]> {
  const home = path.join(stack.dataDir, 'platform');
  const cluster = await openCluster({ home, database: 'platform', access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ rfid: string }>(
      `select distinct on (r.account_id) r.rfid
         from rfids r join memberships m using (chain_id, account_id)
        where m.membership_type in ('BASIC', 'PREMIUM') and m.end_of_contract > now() + interval '60 days'
          and not exists (select from visits v where v.account_id = r.account_id and v.occurred_at > now() - interval '1 day')
        limit $1`,
      [count],
    );
    return rows.map(({ rfid }) => rfid);
  } finally {
    await client.end();
    await cluster.stop();
  }
}
