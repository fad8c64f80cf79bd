import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { assignCard, removePass, replaceCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import { handOverScan } from '#lib/browser/scan/scan-targets.ts';
import type { CardHolder, MemberCard, MemberPass, PassIssuer } from '#lib/wire/cards.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { CardsSection } from './cards-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const dialog = page.getByRole('dialog');
const typed = dialog.getByRole('textbox', { name: 'Or type the number on the card' });
const cardOf = (number: string) =>
  page.getByRole('list', { name: 'Cards' }).getByRole('listitem').filter({ hasText: number });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

const own: MemberCard = { rfid: '0x04A23BC21C2680', tagFormat: null, isFromMachine: false };
const omar: CardHolder = {
  accountId: 'a-2',
  displayName: 'Omar Haddad',
  initials: 'OH',
  photoUrl: null,
  membershipId: 'M-10443',
  dateOfBirth: '1970-01-02',
};
const nora: CardHolder = { ...omar, accountId: 'a-3', displayName: 'Nora Kern', membershipId: 'M-10444' };
const assigned = { ok: true, value: { kind: 'assigned', movedFrom: null } } as const;
const heldBy = (holder: CardHolder) => ({ ok: true, value: { kind: 'heldByAnother', holder } }) as const;
const google: PassIssuer = { wallet: 'google', collectorId: 77001 };

interface Held {
  cards: MemberCard[];
  passes: MemberPass[];
  issuers: PassIssuer[];
}

async function openCards(given: Partial<Held> = {}) {
  const held: Held = { cards: [own], passes: [], issuers: [], ...given };
  const desk = startFakeDesk({
    '/api/desk/members/a': { kind: 'current', profile: lena } satisfies ProfileAnswer,
    '/api/desk/members/a/cards': () => ({ cards: held.cards, unreadable: 0 }),
    '/api/desk/members/a/cards/passes': () => ({ passes: held.passes, issuers: held.issuers }),
  });
  const change = (next: Partial<Held>) => {
    Object.assign(held, next);
    desk.emit('members');
  };
  await openScreen(
    <AtCounter>
      <CardsAsTheyAre />
    </AtCounter>,
  );
  return { change };
}

function CardsAsTheyAre() {
  useLiveUpdates(here);
  return <CardsSection {...section} readerProfiles={[defaultReaderProfile]} />;
}

async function use(number: string) {
  await page.getByRole('button', { name: 'Add card' }).click();
  await typed.fill(number);
  await button('Use this number').click();
}

test('a card is assigned in its format, and one that the member has already is reported', async () => {
  const { change } = await openCards();
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect.element(dialog).toHaveTextContent('Add a card or pass for Lena Vogt');
  await expectAccessible();
  await dialog.getByRole('radio', { name: 'MIFARE' }).click();
  await typed.fill('0x04C0FFEE01');
  vi.mocked(assignCard).mockImplementation(async () => {
    change({ cards: [own, { rfid: '0x04C0FFEE01', tagFormat: 'MIFARE', isFromMachine: false }] });
    return assigned;
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(cardOf('0x04C0 FFEE 01')).toHaveTextContent('MIFARE');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Add card' })).toHaveFocus();
  expect(vi.mocked(assignCard).mock.calls).toEqual([
    [
      {
        locationId: here,
        accountId: 'a',
        expectedHolder: null,
        card: { kind: 'rfid', value: '0x04C0FFEE01', tagFormat: 'MIFARE' },
      },
    ],
  ]);
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'alreadyTheirs' } });
  await use('0x04C0FFEE01');
  await expect.element(page.getByText('0x04C0 FFEE 01 already belongs to Lena Vogt.')).toBeVisible();
});

test('a card of another member moves only after a confirmation, with Enter cancelling', async () => {
  await openCards();
  vi.mocked(assignCard).mockResolvedValue(heldBy(omar));
  await use('0x04C0FFEE01');
  const question = 'This card belongs to Omar Haddad. Move it to Lena Vogt?';
  await expect.element(dialog).toHaveTextContent(question);
  await expect.element(button('Leave it with Omar Haddad')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toHaveTextContent(question);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(assignCard).toHaveBeenCalledOnce();

  await use('0x04C0FFEE01');
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'assigned', movedFrom: omar } });
  await button('Move to Lena Vogt').click();
  await expect.element(page.getByText('now belongs to Lena Vogt and no longer to Omar Haddad.')).toBeVisible();
  expect(assignCard).toHaveBeenLastCalledWith(expect.objectContaining({ expectedHolder: 'a-2' }));
});

test('a card that was reassigned since the confirmation asks again', async () => {
  await openCards();
  vi.mocked(assignCard).mockResolvedValueOnce(heldBy(omar)).mockResolvedValueOnce(heldBy(nora));
  await use('0x04C0FFEE01');
  await expect.element(dialog).toHaveTextContent('This card belongs to Omar Haddad');
  await button('Move to Lena Vogt').click();
  await expect.element(dialog).toHaveTextContent('This card now belongs to Nora Kern. Move it to Lena Vogt?');
  await expect.element(button('Leave it with Nora Kern')).toHaveFocus();
  vi.mocked(assignCard).mockResolvedValueOnce(assigned);
  await button('Move to Lena Vogt').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const expected = vi.mocked(assignCard).mock.calls.map(([{ expectedHolder }]) => expectedHolder);
  expect(expected).toEqual([null, 'a-2', 'a-3']);
});

test('invalid card numbers are reported and not sent', async () => {
  await openCards();
  await page.getByRole('button', { name: 'Add card' }).click();
  for (const [text, sentence] of [
    ['0x04A2Z1', /only the digits 0–9 and the letters A–F/],
    ['04A23BC21C268', /The card number arrived incomplete/],
    ['lena@example.com', /not the number of a card/],
  ] as const) {
    await typed.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(typed).toHaveAccessibleDescription(sentence);
  }
  await expectAccessible();
  handOverScan('lena@example.com');
  await expect.element(dialog).toHaveTextContent('This is not the number of a card or a pass.');
  expect(assignCard).not.toHaveBeenCalled();
});

test('a lost card is replaced by the next scanned one, which must be another', async () => {
  const { change } = await openCards();
  await page.getByRole('button', { name: 'Report lost: card 0x04A2 3BC2 1C26 80' }).click();
  await expect.element(dialog).toHaveTextContent('Hold the card or the phone to the reader');
  await expectAccessible();
  vi.mocked(replaceCard).mockResolvedValue({ ok: true, value: { kind: 'sameCard' } });
  handOverScan(own.rfid);
  await expect.element(dialog).toHaveTextContent('This is the lost card. Scan the new one.');
  vi.mocked(replaceCard).mockImplementation(async () => {
    change({ cards: [{ ...own, rfid: '0x04C0FFEE01' }] });
    return { ok: true, value: { kind: 'replaced', movedFrom: null, isStillKnown: false, otherForms: [] } };
  });
  handOverScan('0x04C0FFEE01');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cardOf('0x04C0 FFEE 01')).toBeVisible();
  await expect.element(cardOf('0x04A2 3BC2 1C26 80')).not.toBeInTheDocument();
  const asked = { locationId: here, accountId: 'a', lost: own.rfid, expectedHolder: null };
  expect(replaceCard).toHaveBeenLastCalledWith({ ...asked, replacement: '0x04C0FFEE01' });
});

test.each([
  ['0x04C0FFEE01', /^Lena Vogt has the new card 0x04C0 FFEE 01\. A machine knows card 0x04A2 3BC2 1C26 80 too/],
  [null, /^A machine knows card 0x04A2 3BC2 1C26 80 too/],
])('a lost card that a machine still knows is not called blocked, with the new card %s', async (replacement, told) => {
  await openCards();
  await page.getByRole('button', { name: 'Report lost: card 0x04A2 3BC2 1C26 80' }).click();
  vi.mocked(replaceCard).mockResolvedValue({
    ok: true,
    value: { kind: 'replaced', movedFrom: null, isStillKnown: true, otherForms: [] },
  });
  if (replacement) handOverScan(replacement);
  else await button('Remove without a new card').click();
  const note = page.getByRole('alert');
  await expect.element(note.getByText(told)).toHaveTextContent(/it is still valid there/);
  expect(document.body.textContent).not.toContain('blocked');
});

test('a card is returned without a replacement, and the others stay', async () => {
  const other = { ...own, rfid: '0x04C0FFEE01' };
  const { change } = await openCards({ cards: [own, other] });
  await page.getByRole('button', { name: 'Report lost: card 0x04A2 3BC2 1C26 80' }).click();
  vi.mocked(replaceCard).mockImplementation(async () => {
    change({ cards: [other] });
    return { ok: true, value: { kind: 'replaced', movedFrom: null, isStillKnown: false, otherForms: [] } };
  });
  await button('Remove without a new card').click();
  await expect.element(cardOf('0x04A2 3BC2 1C26 80')).not.toBeInTheDocument();
  await expect.element(cardOf('0x04C0 FFEE 01')).toBeVisible();
  expect(replaceCard).toHaveBeenCalledWith(expect.objectContaining({ lost: own.rfid, replacement: null }));
});

test('of a card that is listed in two forms, both are said to be removed', async () => {
  const other = { ...own, rfid: '0x0004A23BC21C2680' };
  const { change } = await openCards({ cards: [own, other] });
  await page.getByRole('button', { name: 'Report lost: card 0x04A2 3BC2 1C26 80' }).click();
  vi.mocked(replaceCard).mockImplementation(async () => {
    change({ cards: [] });
    return { ok: true, value: { kind: 'replaced', movedFrom: null, isStillKnown: false, otherForms: [other.rfid] } };
  });
  await button('Remove without a new card').click();
  const told = 'Card 0x04A2 3BC2 1C26 80 is blocked. The same card was also listed as 0x0004 A23B C21C 2680';
  await expect.element(page.getByText(told)).toBeVisible();
});

test('a pass is assigned with a new or a known issuer, and never shown in full', async () => {
  const { change } = await openCards();
  const token = 'pass04c0ffee01beef';
  const assignPass = (passes: MemberPass[]) =>
    vi.mocked(assignCard).mockImplementation(async () => {
      change({ passes, issuers: [google] });
      return assigned;
    });
  await use(token);
  await dialog.getByRole('radio', { name: 'Another Google issuer' }).click();
  const collector = dialog.getByRole('textbox', { name: 'Collector id of the Google pass' });
  await collector.fill('abc');
  await button('Assign pass').click();
  await expect.element(collector).toHaveAccessibleDescription('The collector id is a number.');
  await expectAccessible();
  await collector.fill('77001');
  assignPass([{ issuer: google, ending: '01beef' }]);
  await button('Assign pass').click();
  const passes = page.getByRole('list', { name: 'Wallet passes' });
  await expect.element(passes).toHaveTextContent(/Google pass, issuer 77001.*ends with 01beef/);

  vi.mocked(assignCard).mockResolvedValueOnce(heldBy(omar));
  await use('pass04c0ffee02beef');
  await expect.element(dialog.getByRole('radio', { name: 'Google pass, issuer 77001' })).toBeChecked();
  await button('Assign pass').click();
  await expect.element(dialog).toHaveTextContent('This pass belongs to Omar Haddad. Move it to Lena Vogt?');
  assignPass([{ issuer: google, ending: '02beef' }]);
  await button('Move to Lena Vogt').click();
  await expect.element(passes).toHaveTextContent('ends with 02beef');
  expect(document.body.textContent).not.toContain('pass04c0ffee');
  const sent = { card: { kind: 'nfc', value: token, issuer: google }, expectedHolder: null };
  expect(vi.mocked(assignCard).mock.calls[0]).toEqual([expect.objectContaining(sent)]);
});

test('a pass is removed after a confirmation', async () => {
  const { change } = await openCards({ passes: [{ issuer: google, ending: '01beef' }], issuers: [google] });
  await page.getByRole('button', { name: 'Remove the pass: Google pass, issuer 77001' }).click();
  await expect.element(dialog).toHaveTextContent('Lena Vogt can no longer come in with it.');
  await expectAccessible();
  vi.mocked(removePass).mockImplementation(async () => {
    change({ passes: [] });
    return { ok: true, value: { kind: 'removed' } };
  });
  await button('Remove').click();
  await expect.element(page.getByText('Google pass, issuer 77001')).not.toBeInTheDocument();
  expect(removePass).toHaveBeenCalledWith({ locationId: here, accountId: 'a', issuer: google });
});

test.each([
  ['platformUnavailable', true],
  ['permissionMissing', true],
  ['conflict', true],
  ['notAllowed', false],
  ['deskUnreachable', false],
  ['staffBadge', false],
] as const)(
  'after a failure of a replacement with %s, it says that the lost card is taken no more: %s',
  async (code, isSaid) => {
    await openCards();
    await page.getByRole('button', { name: 'Report lost: card 0x04A2 3BC2 1C26 80' }).click();
    const error = { code, message: '', requestId: '', retryable: false };
    vi.mocked(replaceCard).mockResolvedValue({ ok: false, error });
    handOverScan('0x04C0FFEE01');
    const alert = dialog.getByRole('alert').filter({ hasText: /\w/ });
    await expect.element(alert).toBeVisible();
    expect(alert.element().textContent?.includes('no longer takes the lost card')).toBe(isSaid);
  },
);
