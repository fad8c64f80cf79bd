import type { Page } from '@playwright/test';
import { endUndoTime, queryDatabase, readPlatformVisits, readSentVisits } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { displayCardNumber, displayScan } from '#lib/wire/reader/card-number.ts';
import { endFaults, setFault } from '#tools/testing/sandbox-faults.ts';
import type { Stack } from '#tools/testing/stack.ts';

const hour = 3_600_000;
/** How exactly the clock of a tablet is compared with the desk's; an uncorrected time would be off by hours. */
const allowedMs = 1_000;

const lastNameOf = (name: string) => name.split(' ').at(-1) ?? name;

/** The visits that the desk has recorded. */
const countVisits = async (stack: Stack) =>
  (await queryDatabase(stack, 'desk', [{ text: 'select from visits' }])).length;

interface OutboxEntry {
  id: string;
  state: string;
  scanned: string | null;
  settledAt: string | null;
}

// the browser's own error for an unreachable desk
test.use({ allowedConsoleError: /ERR_CONNECTION|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|50\d|EventSource/ });

/** Sets the wall clock of a tablet; the monotonic clock is not affected. */
async function setClock(page: Page, aheadMs: number): Promise<void> {
  await page.evaluate((ms) => {
    const clock = globalThis as { trueNow?: () => number };
    const trueNow = clock.trueNow ?? Date.now.bind(Date);
    clock.trueNow = trueNow;
    Date.now = () => trueNow() + ms;
  }, aheadMs);
}

test('platform killed and restarted: the verdict is unconfirmed, a profile shows what the desk remembers, the visit is sent once with its own time, and an unknown card is reported as not counted, never as refused, and dismissed by the manager with a reason', async ({
  page,
  context,
  desk,
  stack,
  cards,
}) => {
  await desk.signIn(page, 'manager');
  const card = desk.card('admitted');
  const unknown = '0x04A23BC21C2699';
  const { accountId, name } = await pickMember(stack, cards, 67);
  const mirrored = { text: 'select account_id from members where account_id = $1', values: [accountId] };
  await expect.poll(() => queryDatabase(stack, 'desk', [mirrored])).not.toEqual([]);
  await stack.killPlatform();
  const before = new Date();
  await desk.scan(page, card.value);
  const unconfirmed = verdict(page, 'unconfirmed');
  await expect(unconfirmed).toContainText(/discretion/i);
  const after = new Date();
  await expect(page.getByRole('main').getByText(/nothing is lost/i)).toBeVisible();
  const profile = await context.newPage();
  await profile.goto(`/g/muenchen-west/members/${accountId}`);
  await expect(profile.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(profile.getByRole('status').filter({ hasText: 'This is what Front Desk knew at' })).toBeVisible();
  await profile.close();
  await desk.scan(page, unknown);
  await expect.poll(() => countVisits(stack)).toBe(2);
  await expect(unconfirmed).toBeVisible();

  await stack.startPlatform();
  await expect.poll(() => readSentVisits(stack, lastNameOf(card.name), before)).toHaveLength(1);
  const [visit] = await readPlatformVisits(stack, lastNameOf(card.name), before);
  expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime());
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();

  const notices = page.getByRole('status').filter({ hasText: '1 visit was not counted' });
  await expect(notices).toBeVisible();
  await expect(notices).not.toContainText('refused');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Visit not counted');
  await page.getByRole('main').getByRole('link', { name: 'Open the outbox' }).click();
  const row = page
    .getByRole('table', { name: 'Outbox' })
    .getByRole('row')
    .filter({ hasText: displayScan(unknown) });
  await row.getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog', { name: /^Dismiss “Check-in · / });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A card of nobody.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  // the table has no role behind the dialog
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
  await expect(notices).toHaveCount(0);
  const listed = await stack.deskAdmin<OutboxEntry[]>(['outbox', '--all']);
  expect(listed.filter(({ scanned }) => scanned === unknown)).toMatchObject([
    { state: 'unresolved', settledAt: expect.any(String) },
  ]);
});

test('desk and platform killed in turn while visits wait in both: each is sent once, and that of a tablet whose clock was wrong and is corrected meanwhile has the time of its scan', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const atDesk = [desk.card('prospect'), desk.card('contractEnded')];
  const inPage = desk.card('contractEndsSoon');
  const begin = new Date();
  await stack.killPlatform();
  for (const [index, card] of atDesk.entries()) {
    await desk.scan(page, card.value);
    await expect.poll(() => countVisits(stack)).toBe(index + 1);
    await expect(verdict(page, 'unconfirmed')).toBeVisible();
  }
  // it checks its clock every second, and compares it with the desk's
  let isSet = false;
  const asked = page.waitForRequest((request) => isSet && request.url().endsWith('/api/clock'));
  isSet = true;
  await setClock(page, 3 * hour);
  await (await (await asked).response())?.finished();
  await stack.killDesk();
  const before = new Date();
  await desk.scan(page, inPage.value);
  await expect(page.getByRole('list', { name: 'Waiting scans' })).toContainText(displayCardNumber(inPage.value));
  const after = new Date();
  await setClock(page, 0);
  await stack.startPlatform();
  await stack.startDesk();
  await expect(verdict(page, 'attention')).toContainText(inPage.name);
  await stack.killPlatform();
  await stack.startPlatform();

  for (const { name } of [...atDesk, inPage]) {
    const since = new Date(begin.getTime() - allowedMs);
    await expect.poll(() => readSentVisits(stack, lastNameOf(name), since)).toHaveLength(1);
  }
  const since = new Date(before.getTime() - allowedMs);
  const [visit] = await readPlatformVisits(stack, lastNameOf(inPage.name), since);
  expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime() + allowedMs);
});

test('a full disk of the database is reported, the tap waits in the page, and is sent once there is room', async ({
  page,
  desk,
  stack,
  browser,
}) => {
  await desk.signIn(page);
  const office = await browser.newPage({ baseURL: stack.deskUrl, locale: 'en-GB' });
  const card = desk.card('contractEndsSoon');
  const before = new Date();
  await queryDatabase(stack, 'desk', [
    {
      text: `create function keep_nothing() returns trigger language plpgsql as
               $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`,
    },
    { text: `create trigger keep_nothing before insert on taps for each row execute function keep_nothing()` },
  ]);
  try {
    await desk.scan(page, card.value);
    await expect(page.getByRole('list', { name: 'Waiting scans' })).toContainText(displayCardNumber(card.value));
    await expect(page.getByRole('main').getByText('Tell the manager: their screen says what to do.')).toBeVisible();
    // the desk does respond: a message about an unreachable desk would name the wrong cause
    await expect(verdict(page, 'unconfirmed')).toContainText(
      'Front Desk cannot save anything at the moment · scan waiting',
    );
    await expect(page.getByText('server does not answer')).toHaveCount(0);
    await signInAs(office.request, stack, 'manager');
    await office.goto('/office/staff');
    await expect(office.getByRole('main').getByText('The disk of its database is full.')).toBeVisible();
    await expect(office.getByRole('main').getByText('Leave those windows open.')).toBeVisible();
    await office.close();
  } finally {
    await queryDatabase(stack, 'desk', [{ text: 'drop function keep_nothing() cascade' }]);
  }
  await expect(verdict(page, 'attention')).toContainText(card.name);
  await expect(page.getByRole('list', { name: 'Waiting scans' })).toHaveCount(0);
  await expect.poll(() => readSentVisits(stack, lastNameOf(card.name), before)).toHaveLength(1);
});

test.describe('a response of the platform that is too late for the counter', () => {
  test.afterEach(({ stack }) => endFaults(stack));

  test('confirms the member on the screen without another scan, and refuses a member who was let in meanwhile, with the reason, also if the next member is at the counter by then', async ({
    page,
    desk,
    stack,
  }) => {
    await desk.signIn(page);
    const confirmed = desk.card('contractEndsSoon');
    // longer than the counter waits, and so much shorter than the confirmation does that a busy machine has time left for all else
    await setFault(stack, { interface: 'v2', delayMs: 4_000 });
    await desk.scan(page, confirmed.value);
    await expect(verdict(page, 'unconfirmed')).toContainText(/did not answer in time/i);
    const tapId = await page.getByRole('region', { name: 'Verdict' }).getAttribute('data-tap-id');
    await expect(verdict(page, 'attention')).toContainText(/Contract ends in \d+ days/);
    await expect(verdict(page, 'attention')).toHaveAttribute('data-tap-id', tapId ?? '');
    await expect(page.getByRole('button', { name: /^Check out/ })).toBeVisible();

    const card = desk.card('corporateMembershipEnded');
    await setFault(stack, { status: 503, operations: ['checkAdmission'] });
    await desk.scan(page, card.value);
    await expect(verdict(page, 'unconfirmed')).toContainText(card.name);
    // the desk has let them in: on a slow machine the screen shows that while the desk still asks the platform
    const unconfirmed = { text: `select 1 as one from taps where answer -> 'decision' ->> 'kind' = 'unconfirmed'` };
    await expect.poll(() => queryDatabase(stack, 'desk', [unconfirmed])).toHaveLength(1);
    const other = desk.card('otherGym');
    await desk.scan(page, other.value);
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(other.name);

    await endFaults(stack);
    await endUndoTime(stack);
    const late = page.getByRole('region', { name: 'Earlier' }).getByRole('button', { name: new RegExp(card.name) });
    await expect(late).toContainText('not seen yet');
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(other.name);
    await late.click();
    await expect(verdict(page, 'refused')).toContainText(/ended/);
    await expect(verdict(page, 'refused')).toContainText('before the member system answered');
    await expect(page.getByRole('status').filter({ hasText: /not accepted 1 visit/ })).toBeVisible();
  });
});
