import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { openMember } from './open-member.ts';

declare global {
  interface Window {
    /** A tablet's NFC, as far as a test needs one. */
    tablet: { hold(serialNumber: string): void; holdUnreadable(): void; readers: number };
  }
}

/** Gives the page the NFC of Chrome on Android. `refusal`: what the browser answers when it is asked to read. */
async function giveNfc(page: Page, refusal: string | null = null): Promise<void> {
  await page.addInitScript((name) => {
    const reading = new Set<EventTarget>();
    class Reader extends EventTarget {
      async scan({ signal }: { signal: AbortSignal }) {
        if (name) throw new DOMException('', name);
        reading.add(this);
        signal.addEventListener('abort', () => reading.delete(this));
      }
    }
    const tell = (event: () => Event) => {
      for (const reader of reading) reader.dispatchEvent(event());
    };
    Object.assign(window, {
      NDEFReader: Reader,
      tablet: {
        hold: (serialNumber: string) => tell(() => Object.assign(new Event('reading'), { serialNumber })),
        holdUnreadable: () => tell(() => new Event('readingerror')),
        get readers() {
          return reading.size;
        },
      },
    });
  }, refusal);
}

const section = (page: Page) => page.getByRole('region', { name: 'Cards and passes' });
const dialog = (page: Page) => page.getByRole('dialog');
const tap = (page: Page) => page.getByRole('button', { name: 'Tap card on this tablet' });
const serialOf = (rfid: string) => (rfid.slice(2).toLowerCase().match(/../g) ?? []).join(':');

test('a card held to the tablet becomes the member’s, and one that cannot be read is told', async ({ page, desk }) => {
  await giveNfc(page);
  await desk.signIn(page);
  await openMember(page, desk.card('admitted').name);
  await section(page).getByRole('button', { name: 'Add card' }).click();
  await tap(page).click();
  await expect(dialog(page)).toContainText('Hold the card to the back of this tablet.');
  await page.evaluate(() => window.tablet.holdUnreadable());
  await expect(dialog(page)).toContainText('The card could not be read.');
  await page.evaluate(() => window.tablet.hold('08:12:34:56'));
  await expect(dialog(page)).toContainText('This is a phone');
  await expectAccessible(page);
  await page.evaluate(() => window.tablet.hold('04:f1:f2:f3:f4:f5:80'));
  await expect(dialog(page)).toHaveCount(0);
  await expect(section(page).getByText('0x04F1 F2F3 F4F5 80')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.tablet.readers)).toBe(0);
});

test('reading goes on after the page was in the background, and says so', async ({ page, desk }) => {
  await giveNfc(page);
  await desk.signIn(page);
  await openMember(page, desk.card('admitted').name);
  await section(page).getByRole('button', { name: 'Add card' }).click();
  await tap(page).click();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(dialog(page)).toContainText('Reading was paused while this page was in the background.');
  await dialog(page).getByRole('button', { name: 'Stop reading' }).click();
  await expect(tap(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.tablet.readers)).toBe(0);
});

for (const [refusal, sentence] of [
  ['NotAllowedError', 'This browser was not allowed to read cards.'],
  ['NotReadableError', 'NFC is switched off on this device'],
] as const) {
  test(`${refusal} is told in a sentence`, async ({ page, desk }) => {
    await giveNfc(page, refusal);
    await desk.signIn(page);
    await openMember(page, desk.card('admitted').name);
    await section(page).getByRole('button', { name: 'Add card' }).click();
    await tap(page).click();
    await expect(dialog(page)).toContainText(sentence);
    await expect(tap(page)).toBeVisible();
  });
}

test('a browser without NFC names one that has it, and shows nothing at the check-in', async ({ page, desk }) => {
  await desk.signIn(page);
  await expect(tap(page)).toHaveCount(0);
  await openMember(page, desk.card('admitted').name);
  await section(page).getByRole('button', { name: 'Add card' }).click();
  await expect(dialog(page)).toContainText('Chrome on an Android device with NFC can.');
});

test('cards are checked in on the tablet, one after the other', async ({ page, desk }) => {
  await giveNfc(page);
  await desk.signIn(page);
  await tap(page).click();
  for (const shows of ['admitted', 'contractEndsSoon']) {
    const { value, name } = desk.card(shows);
    await page.evaluate((serial) => window.tablet.hold(serial), serialOf(value));
    await expect(verdict(page, shows === 'admitted' ? 'admitted' : 'attention')).toContainText(name);
  }
});
