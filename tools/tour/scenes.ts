import { expect, type Page } from '@playwright/test';
import type { StaffRole } from '#lib/wire/staff.ts';

interface TourScene {
  /** The caption at the bottom. */
  caption: string;
  seconds: number;
  play(page: Page, cardOf: (shows: string) => string): Promise<unknown>;
}

const verdict = (page: Page, of: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Verdict' })).toContainText(of);

/** Types a card like a card reader, whatever has the focus. */
async function scan(page: Page, value: string, of: string): Promise<void> {
  // safe because: only elements take the focus
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
  await verdict(page, of);
  await settle(page);
}

/** Images load a moment after the rest. */
const settle = (page: Page) => page.waitForTimeout(1_200);

const tryIt = (page: Page) => page.getByRole('region', { name: 'Try it' });

/** A minute of the desk, by role. */
export const tour: readonly { role: StaffRole; scenes: readonly TourScene[] }[] = [
  {
    role: 'reception',
    scenes: [
      {
        caption: 'Reception’s page for the whole day, with who is in the gym',
        seconds: 4,
        play: async (page) => {
          await expect(page.locator('aside img').nth(4)).toBeVisible();
          await settle(page);
        },
      },
      {
        caption: 'A card at the reader: who it is, and that the visit is recorded',
        seconds: 5,
        play: (page, cardOf) => scan(page, cardOf('admitted'), 'Lena Vogt'),
      },
      {
        caption: 'The wrong card? Undo, before anything is sent',
        seconds: 3,
        play: async (page) => {
          await page.keyboard.press('Alt+KeyR');
          await expect(page.getByText('Undone').first()).toBeVisible();
        },
      },
      {
        caption: 'Something to talk about: the contract ends soon',
        seconds: 4,
        play: (page, cardOf) => scan(page, cardOf('contractEndsSoon'), 'Mia Brandt'),
      },
      {
        caption: 'Corporate fitness is asked each time, and granted',
        seconds: 4,
        play: (page, cardOf) => scan(page, cardOf('firstAdmission'), 'Omar Haddad'),
      },
      {
        caption: 'Or refused, with the reason and whose move it is',
        seconds: 5,
        play: (page, cardOf) => scan(page, cardOf('corporateMembershipEnded'), 'Jan Pohl'),
      },
      {
        caption: 'A card that nobody has: give it to a member, or to a new one',
        seconds: 4,
        play: (page, cardOf) => scan(page, cardOf('cardUnknown'), '0x04A2'),
      },
      {
        caption: 'No card at all? A few letters find the member',
        seconds: 4,
        play: async (page) => {
          await page.getByRole('searchbox', { name: 'Scan or search' }).fill('nele kr');
          await expect(page.getByRole('option').first()).toBeVisible();
        },
      },
      {
        caption: 'In the demo, no reader is needed: each card has a button',
        seconds: 4,
        play: async (page) => {
          await page.getByRole('searchbox', { name: 'Scan or search' }).fill('');
          await page.getByRole('button', { name: /Try it/ }).click();
          await expect(tryIt(page).getByRole('switch')).toBeVisible();
        },
      },
      {
        caption: 'The member system goes away …',
        seconds: 3,
        play: async (page) => {
          await tryIt(page).getByRole('switch').click();
          await expect(tryIt(page).getByRole('switch')).not.toBeChecked();
        },
      },
      {
        caption: '… and nobody is turned away: the visit is kept',
        seconds: 5,
        play: async (page) => {
          await tryIt(page).getByRole('button', { name: 'Scan' }).first().click();
          await verdict(page, /not confirmed/i);
          await expect(page.getByText(/unreachable/).first()).toBeVisible({ timeout: 20_000 });
        },
      },
      {
        caption: 'Back again: every visit arrives once, with the time of the scan',
        seconds: 4,
        play: async (page) => {
          await tryIt(page).getByRole('switch').click();
          await expect(page.getByText(/unreachable/)).toHaveCount(0, { timeout: 30_000 });
        },
      },
      {
        caption: 'The member’s profile: card, photo, products, tasks, visits',
        seconds: 4,
        play: async (page) => {
          await page.keyboard.press('Alt+KeyP');
          await expect(page.getByRole('heading', { name: /Lena Vogt/ }).first()).toBeVisible();
          await settle(page);
        },
      },
    ],
  },
  {
    role: 'trainer',
    scenes: [
      {
        caption: 'The trainer’s tablet: who is on the floor, and what is to be done',
        seconds: 4,
        play: async (page) => {
          await expect(page.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
          await settle(page);
        },
      },
    ],
  },
  {
    role: 'manager',
    scenes: [
      {
        caption: 'The manager’s office',
        seconds: 3,
        play: async (page) => {
          await page.goto('/office/staff');
          await expect(page.getByText('Jonas Brandt').first()).toBeVisible();
        },
      },
    ],
  },
];
