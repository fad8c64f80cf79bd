import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { type PickedMember, pickMembers } from '#e2e/base/pick-members.ts';

const readerKeyMs = 4;
/** The number of a demo card. */
const whole = '04B81D5A2F6C80';
/** Numbers that are cards of other members, and parts of the one above. */
const parts = ['04B81D5A', '5A2F6C80'];

let holder: { name: string };
let others: PickedMember[];

test.beforeEach(async ({ page, desk, stack, cards }) => {
  holder = desk.card('admitted');
  expect(desk.card('admitted').value).toBe(`0x${whole}`);
  others = await pickMembers(stack, cards, 60, parts.length);
  await queryDatabase(
    stack,
    'platform',
    others.map(({ accountId }, index) => ({
      text: `insert into rfids (chain_id, rfid, account_id, is_from_gym_software, created_at)
             select chain_id, $2, account_id, true, now() from chain_profiles where account_id = $1
             on conflict do nothing`,
      values: [accountId, `0x${parts[index]}`],
    })),
  );
  await desk.signIn(page);
});
test.afterEach(async ({ stack }) => {
  const values = [parts.map((number) => `0x${number}`)];
  await queryDatabase(stack, 'platform', [{ text: 'delete from rfids where rfid = any ($1)', values }]);
});

/**
 * Sends keys like a reader, each with its own timestamp.
 * @returns when the last one was sent, by its timestamp
 */
async function send(page: Page, keys: readonly string[], firstAt?: number): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const beganAt = firstAt ?? Date.now() - keys.length * readerKeyMs;
  await Promise.all(
    keys.map((key, index) => {
      const timestamp = (beganAt + index * readerKeyMs) / 1_000;
      const text = key === 'Enter' ? '\r' : key;
      return session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp });
    }),
  );
  await session.detach();
  return beganAt + keys.length * readerKeyMs;
}

/** Scans the card with a reader whose keys are delayed from one of them on. */
async function scanCut(page: Page, text: string, at: number): Promise<void> {
  const keys = [...text, 'Enter'];
  const sentAt = await send(page, keys.slice(0, at));
  await page.waitForTimeout(1_500);
  // by its timestamps soon afterwards, however long the first part has taken
  await send(page, keys.slice(at), sentAt + 1_500);
}

const region = (page: Page) => page.getByRole('region', { name: 'Verdict' });
/** The tap of the shown verdict; null without one. */
const readTapId = (page: Page) => region(page).getAttribute('data-tap-id');

async function expectNobody(page: Page): Promise<void> {
  await expect(region(page)).toContainText('Card not fully read');
  await expect(region(page)).toContainText('hold the card to the reader again');
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toHaveValue('');
}

test('a card that arrives in two parts checks nobody in, and scanned again its member; from a reader without an end key, the visit of the first part is taken back when the rest arrives', async ({
  page,
  stack,
}) => {
  const text = `0x${whole}`;
  const [other] = others;
  if (!other) throw new Error('Somebody is needed.');
  // the first one before this browser has learned the reader, the last one before its end key
  for (const at of [10, text.length - 8, text.length]) {
    const former = await readTapId(page);
    await scanCut(page, text, at);
    // otherwise the verdict may still be that of the scan before
    await expect.poll(() => readTapId(page)).not.toBe(former);
    await expectNobody(page);
    for (const { name } of [holder, ...others]) await expect(page.getByText(name)).toHaveCount(0);
  }
  const readVisits = () =>
    queryDatabase<{ account_id: string; state: string }>(stack, 'desk', [
      { text: 'select account_id, state from visits order by recorded_at' },
    ]);
  expect(await readVisits()).toEqual([]);

  await send(page, [...text, 'Enter']);
  await expect(region(page)).toContainText(holder.name);
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Reader ready · ends with Enter');
  // the name appears with the glance of the desk's directory
  await expect.poll(readVisits).toHaveLength(1);
  const [visit] = await readVisits();
  for (const { accountId } of others) expect(visit?.account_id).not.toBe(accountId);
  const counted = 'select * from visits where account_id = any ($1) and recorded_at > $2';
  const values = [others.map(({ accountId }) => accountId), stack.startedAt];
  expect(await queryDatabase(stack, 'platform', [{ text: counted, values }])).toEqual([]);

  // a browser that has learned its reader: cards of four bytes and of seven
  await page.evaluate(() => localStorage.setItem('reader', JSON.stringify({ endKey: 'none', lengths: [8, 14] })));
  await page.reload();
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Reader ready · sends no end key');
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();

  const firstPartAt = await send(page, [...whole.slice(0, 8)]);
  await expect(region(page)).toContainText(other.name);
  // by its timestamps soon afterwards, however long the name has taken to appear
  await send(page, [...whole.slice(8)], firstPartAt + 1_500);
  await expectNobody(page);
  await expect(page.getByText(other.name)).toHaveCount(0);
  const stateOfOther = async () => (await readVisits()).find(({ account_id }) => account_id === other.accountId)?.state;
  await expect.poll(stateOfOther).toBe('undone');

  await page.waitForTimeout(1_500);
  await send(page, [...whole]);
  await expect(verdict(page, 'unknown')).toHaveCount(0);
  await expect(region(page)).toContainText(holder.name);
});
