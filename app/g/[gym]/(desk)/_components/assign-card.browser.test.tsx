import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inTheGym, nobodysCard, openCounter, presentOf, region } from '#app/_testing/counter.tsx';
import { giveNfc } from '#app/_testing/tablet.ts';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { scan } from '#components/testing/browser/scan.ts';
import { admitted, lena } from '#components/testing/sample-verdicts.ts';
import type { CardHolder } from '#lib/wire/cards.ts';
import type { MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';

const dialog = page.getByRole('dialog');
const written = '0x04A2 3BC2 1C26 80';
const match: MemberMatch = { ...lena, dateOfBirth: '2001-05-06', contractEnd: null, inSince: null };
const found: MemberMatches = { matches: [match], total: 1, isExact: false, isWhole: true };
const omar: CardHolder = {
  accountId: 'a-2',
  displayName: 'Omar Haddad',
  initials: 'OH',
  photoUrl: null,
  membershipId: 'M-10443',
  dateOfBirth: '1970-01-02',
};

/** Scans an unknown card and chooses the member to assign it to. */
async function scanAndChoose() {
  const counter = await openCounter({ reads: { '/api/desk/members': found } });
  await scan(nobodysCard);
  await region.getByRole('button', { name: 'Give to a member' }).click();
  const search = dialog.getByRole('searchbox', { name: 'Find the member' });
  await expect.element(search).toHaveFocus();
  await expectAccessible();
  await search.fill('Lena Vogt');
  await dialog
    .getByRole('listbox', { name: 'Members found' })
    .getByRole('option', { name: /Lena Vogt/ })
    .click();
  await expect.element(dialog).toHaveTextContent(`Assign card ${written} to Lena Vogt?`);
  return counter;
}

test('an unknown card is assigned to a member by keyboard, who is then checked in', async () => {
  const { decide, taps } = await scanAndChoose();
  await expectAccessible();
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'assigned', movedFrom: null } });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent(`${written} now belongs to Lena Vogt`);
  await expect.element(dialog).toHaveTextContent('Valid from now on.');
  const card = { kind: 'rfid', value: nobodysCard, tagFormat: null };
  const given = { accountId: lena.accountId, card, expectedHolder: null };
  expect(vi.mocked(assignCard).mock.calls).toEqual([[expect.objectContaining(given)]]);
  decide(({ tapId, tappedAt }) => ({ ...admitted, visit: null, tapId, tappedAt: new Date(tappedAt).toISOString() }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect(taps.at(-1)).toMatchObject({ kind: 'lookUp', source: 'typed', value: nobodysCard });
});

test('a card that was assigned to another member during the search asks for confirmation, with Enter cancelling', async () => {
  await scanAndChoose();
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'heldByAnother', holder: omar } });
  await dialog.getByRole('button', { name: 'Assign to Lena Vogt' }).click();
  await expect.element(dialog).toHaveTextContent('This card belongs to Omar Haddad. Move it to Lena Vogt?');
  await expect.element(dialog).toHaveTextContent(/Has it now.*Omar Haddad.*Will have it.*Lena Vogt/);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent(`Assign card ${written} to Lena Vogt?`);
  expect(assignCard).toHaveBeenCalledOnce();
});

test('a tablet with NFC checks in one card after the other', async () => {
  const tablet = giveNfc();
  const nora = { ...lena, accountId: 'a-3', displayName: 'Nora Kern' };
  const { taps } = await openCounter({
    says: { '0x04F1F2F3F4F580': admitted, '0x04F1F2F3F4F581': { ...admitted, member: nora } },
  });
  await page.getByRole('button', { name: 'Tap card on this tablet' }).click();
  await expect.poll(tablet.countReaders).toBe(1);
  tablet.hold('04:f1:f2:f3:f4:f5:80');
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  tablet.hold('04:f1:f2:f3:f4:f5:81');
  await expect.element(region).toHaveTextContent(/Admitted.*Nora Kern/);
  // as typed: a tablet reads the bytes of a card in their canonical order
  expect(taps).toMatchObject([{ source: 'typed' }, { source: 'typed' }]);
});

test('a change of the readers counts for a tablet that is reading already', async () => {
  const tablet = giveNfc();
  const { desk } = await openCounter({ says: { '0x04F1F2F3F4F580': admitted } });
  await page.getByRole('button', { name: 'Tap card on this tablet' }).click();
  await expect.poll(tablet.countReaders).toBe(1);
  tablet.hold('04:f1:f2:f3:f4:f5:80');
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  desk.answer({ '/api/desk/readers': [{ ...defaultReaderProfile, byteLength: 4 }] });
  desk.emit('readers');
  const isRefused = () => {
    tablet.hold('04:f1:f2:f3:f4:f5:80');
    return page.getByText('The readers of this gym know cards by another number than a tablet reads.').query();
  };
  await expect.poll(isRefused).not.toBeNull();
});

test('without Web NFC the check-in offers no reading by tablet', async () => {
  // other parts of the page that are loaded later are there by now
  await import('#components/cards/nfc-tap.tsx');
  await openCounter({ present: [presentOf(lena)] });
  await expect.element(inTheGym.getByRole('listitem')).toHaveTextContent('Lena Vogt');
  await expect.element(page.getByRole('button', { name: 'Tap card on this tablet' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/cards by itself/)).not.toBeInTheDocument();
});
