import type { Locator, Page } from '@playwright/test';
import { queryDatabase } from './databases.ts';
import { type Desk, expect, test } from './fixtures.ts';
import { openMember } from './open-member.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const away = /Front Desk’s server does not answer/;

/** A place where something is entered and sent: what was entered, the button, and what is seen once it is done. */
interface Place {
  entered: Locator;
  value: string;
  button: Locator;
  done(): Promise<void>;
}

let made = 0;
const newCard = () => {
  made += 1;
  return `0x04AC7104${process.pid.toString(16).toUpperCase().padStart(4, '0').slice(-4)}${String(made).padStart(2, '0')}`;
};

const places = {
  'the note of a member': async (page: Page, desk: Desk): Promise<Place> => {
    await openMember(page, desk.card('admitted').name);
    const note = region(page, 'Notes for reception');
    await note.getByRole('button', { name: 'Write a note' }).click();
    const value = `Left a towel ${Date.now()}`;
    await note.getByRole('textbox', { name: 'Note' }).fill(value);
    const done = () => expect(note).toContainText(value);
    return {
      entered: note.getByRole('textbox', { name: 'Note' }),
      value,
      button: note.getByRole('button', { name: 'Save note' }),
      done,
    };
  },
  'the dialog of a card': async (page: Page, desk: Desk): Promise<Place> => {
    await openMember(page, desk.card('admitted').name);
    await region(page, 'Cards and passes').getByRole('button', { name: 'Add card' }).click();
    const value = newCard();
    const entered = dialog(page).getByRole('textbox');
    await entered.fill(value);
    const done = () => expect(dialog(page)).toHaveCount(0);
    return { entered, value, button: dialog(page).getByRole('button', { name: 'Use this number' }), done };
  },
  'the dialog of a booking': async (page: Page, desk: Desk): Promise<Place> => {
    await openMember(page, desk.card('contractEndsSoon').name);
    await region(page, 'Products').getByRole('button', { name: 'Book product' }).click();
    const entered = dialog(page).getByRole('textbox', { name: 'Last day' });
    await entered.fill('31 Dec 2049');
    const done = () => expect(dialog(page)).toHaveCount(0);
    return {
      entered,
      value: '31 Dec 2049',
      button: dialog(page).getByRole('button', { name: 'Book', exact: true }),
      done,
    };
  },
  'a new member': async (page: Page): Promise<Place> => {
    await page.goto('/members/new');
    const entered = page.getByLabel('E-mail');
    const value = `nobody.yet.${Date.now()}@demo.example`;
    await entered.fill(value);
    const done = () => expect(page.getByLabel('First name')).toBeVisible();
    return { entered, value, button: page.getByRole('button', { name: 'Continue' }), done };
  },
  'the settings of the office': async (page: Page): Promise<Place> => {
    await page.goto('/office/location');
    const entered = page.getByLabel('Maximum number of people');
    const value = String(100 + (Date.now() % 50));
    await entered.fill(value);
    const done = () => expect(page.getByText('The settings are saved.')).toBeVisible();
    return { entered, value, button: page.getByRole('button', { name: 'Save', exact: true }), done };
  },
};

/** What the page does by itself to say that it is signed out is not what is looked at here. */
const withoutLiveEvents = (page: Page) => page.route('**/api/live*', (route) => route.abort());

/** Calls of the actions of the page. */
const isAction = (request: { method(): string; headers(): Record<string, string> }) =>
  request.method() === 'POST' && 'next-action' in request.headers();

// what the browser itself says of a desk that is away, or that knows nobody
test.use({ allowedConsoleError: /ERR_|Failed to (fetch|load)|401|404|503|EventSource/ });
test.beforeEach(async ({ page, desk }) => desk.signIn(page, 'manager'));
test.afterAll(async ({ stack }) => {
  await queryDatabase(stack, 'desk', [{ text: 'update locations set capacity = 120' }]);
});

/** Nothing of an action arrives at the desk, or comes back from it. */
async function losesActions(page: Page): Promise<void> {
  await page.route('**', (route) => (isAction(route.request()) ? route.abort() : route.fallback()));
}

for (const [name, open] of Object.entries(places)) {
  test(`${name}: a desk that is away is told, nothing entered is lost, and two presses once it is back are one`, async ({
    page,
    desk,
  }) => {
    const { entered, value, button, done } = await open(page, desk);
    await losesActions(page);
    await button.click();
    await expect(page.getByRole('alert').filter({ hasText: away })).toBeVisible();
    await expect(page.getByText('tell the manager this number')).toHaveCount(0);
    await expect(entered).toHaveValue(value);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (isAction(request)) sent.push(request.url());
    });
    await button.evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
    await done();
    expect(sent).toHaveLength(1);
  });
}

for (const name of ['the note of a member', 'the dialog of a card', 'the dialog of a booking'] as const) {
  test(`${name}: whose session has ended is led to the sign-in, and finds the page again`, async ({
    page,
    desk,
    stack,
  }) => {
    await withoutLiveEvents(page);
    const { button } = await places[name](page, desk);
    const place = page.url();
    await queryDatabase(stack, 'desk', [{ text: 'update staff_sessions set expires_at = now()' }]);
    await button.click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(dialog(page)).toHaveCount(0);
    await page.getByLabel('E-mail').fill('manager@demo.example');
    await page.getByLabel('Password').fill(stack.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
    // the sign-in is behind the page that the day begins with, and the place where it happened behind that
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(place);
    await expect(region(page, 'Notes for reception')).toBeVisible();
  });
}

test('who signed out in another window of the browser is led to the sign-in as well', async ({
  page,
  desk,
  context,
}) => {
  await withoutLiveEvents(page);
  const { button } = await places['the note of a member'](page, desk);
  await context.clearCookies({ name: /session/ });
  await button.click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test('a desk that is away changes no language, says so, and the page stays', async ({ page }) => {
  await losesActions(page);
  await page.getByRole('button', { name: /Mira Sommer/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByText(away)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
});

test('a page from before an update says so, and keeps what was entered', async ({ page }) => {
  const { entered, value, button } = await places['the settings of the office'](page);
  await page.route('**', (route) => {
    const headers = route.request().headers();
    if (!isAction(route.request())) return route.fallback();
    // an action that this build of the desk does not have
    return route.continue({ headers: { ...headers, 'next-action': `40${'0'.repeat(40)}` } });
  });
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Front Desk was updated.' })).toBeVisible();
  await expect(entered).toHaveValue(value);
});
