import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { giveNfc } from '#app/_testing/tablet.ts';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import type { CardsView, PassesView } from '#lib/wire/cards.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { CardsSection } from './cards-section.tsx';

const dialog = page.getByRole('dialog');
const tap = dialog.getByRole('button', { name: 'Tap card on this tablet' });
const cards: CardsView = { cards: [], unreadable: 0 };
const passes: PassesView = { passes: [], issuers: [] };

async function openAddCard() {
  startFakeDesk({
    '/api/desk/members/a': { kind: 'current', profile: lena } satisfies ProfileAnswer,
    '/api/desk/members/a/cards': cards,
    '/api/desk/members/a/cards/passes': passes,
  });
  await openScreen(
    <AtCounter>
      <CardsSection
        accountId="a"
        locationId={here}
        timeZone="Europe/Berlin"
        mayEdit
        readerProfiles={[defaultReaderProfile]}
      />
    </AtCounter>,
  );
  await page.getByRole('button', { name: 'Add card' }).click();
}

test('a card read by the tablet is assigned to the member, and a failed read is reported', async () => {
  const tablet = giveNfc();
  await openAddCard();
  await tap.click();
  await expect.element(dialog).toHaveTextContent('Hold the card to the back of this tablet.');
  tablet.holdUnreadable();
  await expect.element(dialog).toHaveTextContent('The card could not be read.');
  tablet.hold('08:12:34:56');
  await expect.element(dialog).toHaveTextContent('This is a phone');
  await expectAccessible();
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'assigned', movedFrom: null } });
  tablet.hold('04:f1:f2:f3:f4:f5:80');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('0x04F1 F2F3 F4F5 80 now belongs to Lena Vogt.')).toBeVisible();
  const card = { kind: 'rfid', value: '0x04F1F2F3F4F580', tagFormat: null };
  expect(vi.mocked(assignCard).mock.calls).toEqual([
    [{ locationId: here, accountId: 'a', card, expectedHolder: null }],
  ]);
  await expect.poll(tablet.countReaders).toBe(0);
});

test('reading resumes after the page was in the background, with a notice', async () => {
  const tablet = giveNfc();
  await openAddCard();
  await tap.click();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(dialog).toHaveTextContent('Reading was paused while this page was in the background.');
  expect(tablet.countReaders()).toBe(1);
  await dialog.getByRole('button', { name: 'Stop reading' }).click();
  await expect.element(tap).toBeVisible();
  await expect.poll(tablet.countReaders).toBe(0);
});

test('a double click starts reading, and neither it nor a second tap stops that', async () => {
  const settling = watchSettling();
  const tablet = giveNfc();
  await openAddCard();
  await tap.dblClick();
  await expect.element(dialog).toHaveTextContent('Hold the card to the back of this tablet.');
  expect(tablet.countReaders()).toBe(1);
  expect(settling()).toContain('Stop reading');
});

test.each([
  ['NotAllowedError', 'This browser was not allowed to read cards.'],
  ['NotReadableError', 'NFC is switched off on this device'],
])('%s is explained in a sentence', async (refusal, sentence) => {
  giveNfc(refusal);
  await openAddCard();
  await tap.click();
  await expect.element(dialog).toHaveTextContent(sentence);
  await expect.element(tap).toBeVisible();
});

test('without Web NFC a browser that supports it is named', async () => {
  await openAddCard();
  await expect.element(dialog).toHaveTextContent('Chrome on an Android device with NFC can.');
  await expect.element(tap).not.toBeInTheDocument();
});
