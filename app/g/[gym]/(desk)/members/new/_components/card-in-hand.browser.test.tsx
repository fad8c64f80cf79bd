import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { beginProspect, button, expectCreated, field, openNewMember } from '#app/_testing/new-member.tsx';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { type CardInHand, putCardInHand } from '#lib/browser/scan/card-in-hand.ts';

const main = page.getByRole('main');
const lapsed = 'The scanned card will not be assigned';
const card: CardInHand = { kind: 'rfid', value: '0x04C0FFEE01' };
/** Like the button “New member with this card”. */
const beginWithCard = () => putCardInHand(card, { locationId: here, staffId: ana.id });

afterEach(() => void vi.useRealTimers());

test('an unknown card is assigned to the member created for it', async () => {
  beginWithCard();
  const { router } = await openNewMember();
  await expect.element(main).toHaveTextContent('The card goes to this member');
  await expect.element(main).toHaveTextContent('ending in FFEE01');
  await expectAccessible();
  await beginProspect();
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'assigned', movedFrom: null } });
  await expectCreated(router);
  await expect.element(page.getByText('The card was assigned to Nora Kern.')).toBeVisible();
  const given = { locationId: here, accountId: 'a-9', card: { ...card, tagFormat: null }, expectedHolder: null };
  expect(vi.mocked(assignCard).mock.calls).toEqual([[given]]);
});

test('a card lost by a change of user is reported as not assigned', async () => {
  beginWithCard();
  const { router, becomeMiras } = await openNewMember();
  await beginProspect();
  await becomeMiras();
  await expect.element(main).toHaveTextContent(lapsed);
  await expect.element(button('Continue without the card')).toBeVisible();
  await expect.element(main).not.toHaveTextContent('The card goes to this member');
  await expectAccessible();
  await expectCreated(router);
  await expect.element(page.getByText('The card was not assigned to Nora Kern. Assign it on this page.')).toBeVisible();
  expect(assignCard).not.toHaveBeenCalled();
});

test('an expired card can be assigned again after another scan', async () => {
  await openNewMember();
  await beginProspect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  beginWithCard();
  await expect.element(main).toHaveTextContent('The card goes to this member');
  vi.advanceTimersByTime(30 * 60_000 - 1_000);
  await expect.element(main).toHaveTextContent('The card goes to this member');
  vi.advanceTimersByTime(2_000);
  await expect.element(main).toHaveTextContent(lapsed);
  beginWithCard();
  await expect.element(main).toHaveTextContent('The card goes to this member');
  await expect.element(main).not.toHaveTextContent(lapsed);
  await expect.element(field('Last name')).toHaveValue('Kern');
});
