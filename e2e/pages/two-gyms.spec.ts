import { type BrowserContext, expect as expectOf, type Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';
import { connectOtherSoftware, type OtherSoftware } from '#e2e/base/other-software.ts';
import { requestSignIn } from '#e2e/base/sign-in-request.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import { callRoute } from '#e2e/security/access/call.ts';
import { routes } from '#e2e/security/access/endpoints.ts';

const west = 'München West';
const ost = 'Studio Ost';
const email = 'both@gyms.example';
/** For each gym, members whom the other one does not have. */
const ofOst = { firstName: 'Olga', lastName: 'Ostheimer' };
const ofWest = { firstName: 'Wilma', lastName: 'Westphal' };

interface TwoGyms {
  /** The browser of a user who works at both. */
  context: BrowserContext;
  a: Page;
  b: Page;
  /** Software of the first gym. */
  atWest: OtherSoftware;
  accountIds: { west: string; ost: string };
}

/** The second gym, both members, the software of both gyms and the user: created once for all tests of this file. */
interface Prepared {
  atWest: OtherSoftware;
  atOst: OtherSoftware;
  accountIds: TwoGyms['accountIds'];
}
let prepared: Prepared | undefined;

/** Two tabs of one browser: A shows the first gym, B another one, which was chosen there last. */
async function openTwoGyms({ page, stack }: Pick<Fixtures, 'page' | 'stack'>): Promise<TwoGyms> {
  if (!prepared) {
    const made = ['--name', ost, '--time-zone', 'Europe/Berlin'];
    const gym = await stack.platformAdmin<{ apiKey: string }>('create-gym', ...made);
    const { id } = await stack.deskAdmin<{ id: string }>(
      ['add-location', ...made, '--api-url', stack.gymUrl],
      gym.apiKey,
    );
    const locationIds = [await stack.findLocation(west), id];
    await hireStaff(stack, { email, name: 'Bea Both', role: 'manager', locationIds });
  }
  const given = { email, password: stack.password };
  expect(await requestSignIn(page.request, stack, { means: 'credentials', given })).toBe('signedIn');
  await page.goto(`${stack.deskUrl}/g/muenchen-west`);
  const context = page.context();
  await expect(page.getByRole('banner')).toContainText(west);
  const b = await context.newPage();
  await b.goto(stack.deskUrl);
  await switchTo(b, west, ost);
  prepared ??= await prepare(page, b, stack);
  await prepared.atWest.checkIn(prepared.accountIds.west);
  await prepared.atOst.checkIn(prepared.accountIds.ost);
  await expect(present(b)).toContainText(ofOst.lastName);
  return { context, a: page, b, atWest: prepared.atWest, accountIds: prepared.accountIds };
}

async function prepare(a: Page, b: Page, stack: Fixtures['stack']): Promise<Prepared> {
  const atWest = await connectOtherSoftware(stack, a);
  await expect.poll(async () => (await atWest.listWebhooks()).length).toBeGreaterThan(0);
  const westId = await atWest.enrol({ ...ofWest, corporateUntil: endOfThisMonth() });
  const atOst = await connectOtherSoftware(stack, b);
  // live events of a gym that was just added start soon, not at once: earlier changes are seen at its next refetch
  await expect.poll(async () => (await atOst.listWebhooks()).length).toBeGreaterThan(0);
  const ostId = await atOst.enrol({ ...ofOst, corporateUntil: undefined });
  return { atWest, atOst, accountIds: { west: westId, ost: ostId } };
}

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: from }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: to })).toBeVisible();
}

const present = (page: Page) => page.getByRole('list', { name: 'In the gym' });
/** Today at both gyms. */
const today = () => Temporal.Now.plainDateISO('Europe/Berlin');
const endOfThisMonth = () => today().with({ day: 31 }).toString();

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

test('each of two tabs keeps its own gym, on every page, and every read is answered for the gym that it names', async ({
  page,
  desk,
  stack,
}) => {
  const asked: string[] = [];
  const { a, b, atWest, accountIds } = await openTwoGyms({ page, stack });
  const westId = await stack.findLocation(west);
  a.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() !== 'GET' || !/^\/api\/(desk|live)/.test(pathname)) return;
    if (searchParams.get('locationId') !== westId) asked.push(`${pathname}?${searchParams}`);
  });
  const isOfWest = async (name = ofWest.lastName) => {
    await expect(a.getByRole('banner')).toContainText(west);
    if (name) await expect(a.getByRole('main').getByText(new RegExp(name)).first()).toBeVisible();
    await expect(a.getByText(new RegExp(ofOst.lastName))).toHaveCount(0);
  };
  const go = (name: string) => a.getByRole('banner').getByRole('link', { name, exact: true }).click();

  // visible again, and notified of a change: everything is refetched
  await a.bringToFront();
  const late = await atWest.enrol({ firstName: 'Wanda', lastName: 'Westerland' });
  await atWest.checkIn(late);
  await expect(present(a)).toContainText('Westerland');
  await expect(present(a)).toContainText(ofWest.lastName);
  await isOfWest();
  await a.getByRole('searchbox').fill(ofOst.lastName);
  await expect(a.getByText(`Nobody`).first()).toBeVisible();
  await a.getByRole('searchbox').fill(ofWest.lastName);
  await expect(a.getByRole('option', { name: new RegExp(ofWest.lastName) })).toBeVisible();
  await a.getByRole('searchbox').fill('');

  await go('Members');
  await expect(a.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await isOfWest();
  await go('Visits');
  await expect(a.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible();
  await isOfWest();
  await go('Corporate fitness');
  await expect(a.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
  const again = a.getByRole('main').getByRole('button', { name: 'Try again' });
  const listed = a.getByRole('main').getByText(new RegExp(ofWest.lastName)).first();
  // a busy platform may take longer for this list than the desk waits, and the page offers to try again
  await untilFound('list of corporate members in time', async () => {
    await expect(listed.or(again).first()).toBeVisible();
    if (await listed.isVisible()) return true;
    await again.click();
    return undefined;
  });
  await isOfWest();
  await go('Training floor');
  await expect(a.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
  await a.getByText(/^All/).click();
  await isOfWest();
  await go('Office');
  await expect(a.getByRole('heading', { name: 'Office', level: 1 })).toBeVisible();
  await isOfWest('');
  await a.getByRole('link', { name: 'Gym', exact: true }).click();
  await isOfWest('');
  await a.getByRole('link', { name: 'Migration', exact: true }).click();
  await isOfWest('');
  await go('Members');
  await a
    .getByRole('link', { name: new RegExp(ofWest.lastName) })
    .first()
    .click();
  await expect(a.getByRole('heading', { level: 1 })).toContainText(ofWest.lastName);
  await isOfWest();
  await a.reload();
  await expect(a.getByRole('heading', { level: 1 })).toContainText(ofWest.lastName);
  await isOfWest();

  // and so does the other
  await b.bringToFront();
  await expect(b.getByRole('banner')).toContainText(ost);
  const tap = b.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/desk/taps'));
  await desk.scan(b, desk.card('cardUnknown').value);
  expectOf((await tap).postDataJSON()).toMatchObject({ locationId: await stack.findLocation(ost) });
  await b.getByRole('banner').getByRole('link', { name: 'Members', exact: true }).click();
  await expect(b.getByText(new RegExp(ofOst.lastName)).first()).toBeVisible();
  await expect(b.getByText(new RegExp(ofWest.lastName))).toHaveCount(0);
  await b.reload();
  await expect(b.getByText(new RegExp(ofOst.lastName)).first()).toBeVisible();
  await b.goto(`${stack.deskUrl}/members/${accountIds.ost}`);
  await expect(b.getByRole('heading', { level: 1 })).toContainText(ofOst.lastName);
  expectOf(asked, 'reads of A that name another gym, or none').toEqual([]);

  // every read is answered only for the gym that it names, whichever gym the browser showed last
  const gyms = {
    west: { locationId: westId, accountId: accountIds.west, lastName: ofWest.lastName },
    ost: { locationId: await stack.findLocation(ost), accountId: accountIds.ost, lastName: ofOst.lastName },
  };
  const caller = { request: a.request, origin: stack.deskUrl };
  const reads = Object.entries(routes).filter(([endpoint]) => endpoint.startsWith('GET /api/desk/'));
  const wrong: string[] = [];
  const told = { west: 0, ost: 0 };
  for (const [endpoint, { input }] of reads) {
    const day = today().toString();
    const asked = { ...input, day, from: day, to: endOfThisMonth(), tapIds: '' };
    for (const [here, there] of [['west', 'ost'] as const, ['ost', 'west'] as const]) {
      const { locationId, lastName } = gyms[here];
      // about the gym's own member, and about the other one's
      for (const whose of [here, there]) {
        const { accountId, lastName: q } = gyms[whose];
        const answer = await callRoute(caller, endpoint, { ...asked, accountId, q, locationId });
        const text = await answer.text();
        if ([403, 500].includes(answer.status())) wrong.push(`${endpoint} at ${here}: ${answer.status()}`);
        if (text.includes(gyms[there].lastName)) wrong.push(`${endpoint} tells of ${there} at ${here}`);
        if (text.includes(lastName)) told[here] += 1;
      }
    }
    const unnamed = await callRoute(caller, endpoint, { ...asked, accountId: accountIds.west, q: ofWest.lastName });
    if (unnamed.status() !== 400) wrong.push(`${endpoint} of no gym: ${unnamed.status()}`);
  }
  expectOf(wrong).toEqual([]);
  // control: the searched names are there to be found
  expectOf(Math.min(told.west, told.ost)).toBeGreaterThanOrEqual(5);
  expectOf(reads.length).toBeGreaterThanOrEqual(25);
});

test.describe('addresses and access', () => {
  // the browser's own errors for an unreachable desk, and for the 401 in a tab whose session has ended
  test.use({ allowedConsoleError: /401|ERR_INTERNET_DISCONNECTED|Failed to (fetch|load)|EventSource/ });

  test('an address opens its own gym, also after a sign-in, and one without a gym the gym used last; a gym is never shown partly while the desk is unreachable, or after the user has lost access', async ({
    page,
    stack,
  }) => {
    const { context, a, b } = await openTwoGyms({ page, stack });
    const banner = b.getByRole('banner');
    // the tab with the other gym was in front last
    await expect(b).toHaveURL('/g/studio-ost');
    await b.goto('/g/muenchen-west/members?q=west');
    await expect(banner).toContainText(west);
    await expect(b.getByRole('searchbox')).toHaveValue('west');
    // the same page of the other gym, in this tab
    await switchTo(b, west, ost);
    await expect(b).toHaveURL('/g/studio-ost/members');
    await expect(page).toHaveURL('/g/muenchen-west');
    // a URL from before each page had its gym in the path
    await b.goto('/visits?day=2026-11-22');
    await expect(b).toHaveURL('/g/studio-ost/visits?day=2026-11-22');
    await expect(banner).toContainText(ost);

    // while the desk is unreachable, no other gym is opened, and the chosen one opens once the desk is back
    await banner.getByRole('link', { name: 'Check-in', exact: true }).click();
    await expect(present(b)).toContainText(ofOst.lastName);
    const chooseWest = async () => {
      await banner.getByRole('button', { name: ost }).click();
      await b.getByRole('menuitemradio', { name: west }).click();
    };
    await context.setOffline(true);
    await chooseWest();
    await expect(b.getByText('Front Desk’s server does not answer. Nothing is lost')).toBeVisible();
    await expect(banner.getByRole('button', { name: ost })).toBeVisible();
    await expect(present(b)).toContainText(ofOst.lastName);
    await expect(b.getByRole('searchbox')).toBeEnabled();
    await context.setOffline(false);
    await chooseWest();
    await expect(banner.getByRole('button', { name: west })).toBeVisible();
    await expect(present(b)).toContainText(ofWest.lastName);
    await switchTo(b, west, ost);
    await expect(present(b)).toContainText(ofOst.lastName);

    // after the user has lost access, its tab leaves it, and shows no members of another gym in its place
    const loadedAnew = await context.newPage();
    await loadedAnew.goto(stack.deskUrl);
    await expect(loadedAnew.getByRole('banner')).toContainText(ost);
    await queryDatabase(stack, 'desk', [
      {
        text: `delete from staff_locations using staff, locations
              where staff.id = staff_id and locations.id = location_id and staff.email = $1 and locations.name = $2`,
        values: [email, ost],
      },
    ]);
    await b.bringToFront();
    const noAccess = b.getByRole('heading', { name: 'No access to this gym', level: 1 });
    // a list that is read again in this moment tells the tab before the link does
    await banner.getByRole('link', { name: 'Members', exact: true }).or(noAccess).click();
    await expect(noAccess).toBeVisible();
    await expect(banner).toHaveCount(0);
    await expectAccessible(b);
    await loadedAnew.bringToFront();
    await loadedAnew.reload();
    await expect(loadedAnew.getByRole('heading', { name: 'No access to this gym', level: 1 })).toBeVisible();
    await b.bringToFront();
    await b.getByRole('button', { name: `Continue at ${west}` }).click();
    await expect(banner).toContainText(west);
    await expect(present(b)).toContainText(ofWest.lastName);
    // the other tab is not affected
    await a.bringToFront();
    await a.getByRole('banner').getByRole('link', { name: 'Members', exact: true }).click();
    await expect(a.getByRole('main').getByText(new RegExp(ofWest.lastName)).first()).toBeVisible();

    // a signed-out user continues with the requested page, and never with another site
    await context.clearCookies();
    await b.goto('/g/muenchen-west/corporate-fitness?from=2026-11-01&to=2026-11-30');
    await expect(b).toHaveURL(/\/sign-in\?next=/);
    const signIn = async () => {
      await b.getByLabel('E-mail').fill(email);
      await b.getByLabel('Password').fill(stack.password);
      await b.getByRole('button', { name: 'Sign in' }).click();
      await expect(banner).toBeVisible();
    };
    await signIn();
    await expect(b).toHaveURL('/g/muenchen-west/corporate-fitness?from=2026-11-01&to=2026-11-30');
    await context.clearCookies();
    await b.goto('/sign-in?next=//gyms.example/g/muenchen-west');
    await signIn();
    await expect(b).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/g\/[a-z-]+$/);
    // a gym that does not exist
    await b.goto('/g/nowhere/members');
    await expect(b.getByRole('heading', { name: 'No access to this gym', level: 1 })).toBeVisible();
  });
});
