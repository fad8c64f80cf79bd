import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageScans } from '#app/_components/page-scans.tsx';
import { here } from '#app/_testing/at-counter.tsx';
import { changeReaders } from '#app/g/[gym]/(office)/office/readers/actions.ts';
import { forgetLastBurst } from '#components/check-in/scan-listener.tsx';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan, sendKeys } from '#components/testing/browser/scan.ts';
import { lena } from '#components/testing/sample-verdicts.ts';
import type { MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { defaultReaderProfile, type ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { HolderOfCard } from '#lib/wire/readers.ts';
import { ReadersScreen } from './readers-screen.tsx';

const dialog = page.getByRole('dialog');
const list = page.getByRole('list', { name: 'Ways of writing' });
const preview = page.getByRole('region', { name: 'What arrives' });
const number = dialog.getByLabelText('Number of this card');
const findOut = page.getByRole('button', { name: 'Find out how it writes' });
const decimal: ReaderProfile = {
  format: 'decimal',
  byteOrder: 'asRead',
  byteLength: 'auto',
  isPadded: true,
};

async function openReaders({
  profiles = [defaultReaderProfile],
  holders = {},
  locale = 'en',
}: {
  profiles?: ReaderProfile[];
  holders?: Record<string, HolderOfCard>;
  locale?: Locale;
} = {}) {
  const desk = startFakeDesk({
    '/api/desk/card-holder': (asked) => ({ holder: holders[asked.get('rfid') ?? ''] ?? { kind: 'nobody' } }),
  });
  await openScreen(
    <OfficeLayout>
      <PageScans locationId={here} readers={[]} />
      <ReadersScreen locationId={here} timeZone="Europe/Berlin" profiles={profiles} />
    </OfficeLayout>,
    { path: '/office/readers', hasMain: true, locale },
  );
  return desk;
}

const answerSave = () =>
  vi
    .mocked(changeReaders)
    .mockImplementation(async ({ profiles }) => ({ ok: true, value: { kind: 'saved', now: [...profiles] } }));

beforeEach(() => {
  localStorage.removeItem('reader');
  forgetLastBurst();
});
afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test('a decimal reader is set up with a known card by keyboard, tried with a second one, and saved beside the hex one', async () => {
  const desk = await openReaders({
    holders: { '0x51E69621': { kind: 'member', name: 'Lena Vogt', isRecalled: false } },
  });
  answerSave();
  await expect.element(list).toHaveTextContent('Hexadecimal, 4, 7 or 10 bytes');
  findOut.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('Hold the card to the reader');
  await expectAccessible();
  await scan('0412268238');
  await expect.element(dialog.getByRole('status').first()).toHaveTextContent('Arrived: 0412268238, then Enter');
  await expect.element(number).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveAccessibleDescription(/Enter the number of the card/);
  await expectAccessible();
  await number.fill('0x1892 B6CE');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('status').first()).toHaveTextContent(/Decimal, always 10 or 17 digits/);
  await expect.element(dialog).toHaveTextContent('Bytes in the order of the card · Ends with Enter');
  await expect.element(dialog).toHaveTextContent(/0412268238 is card 0x1892 B6CE.*Belongs to no member/);
  await scan('1374066209');
  await expect.element(dialog).toHaveTextContent(/1374066209 is card 0x51E6 9621.*Belongs to Lena Vogt/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Saved. It applies from the next scan on, in open windows too.')).toBeVisible();
  expect(vi.mocked(changeReaders).mock.calls).toEqual([
    [{ locationId: here, base: [defaultReaderProfile], profiles: [defaultReaderProfile, decimal] }],
  ]);
  await expect.element(list.getByRole('listitem').nth(1)).toHaveTextContent('For example: 0077740994 is card');
  expect(desk.requests.map(({ path }) => path)).not.toContain('/api/desk/badge');
});

test('the preview shows what arrives, how it is read and whose it is; a pass only by its ending', async () => {
  const desk = await openReaders({
    profiles: [defaultReaderProfile, decimal],
    holders: { '0x1892B6CE': { kind: 'badge' }, '0x04A23BC2': { kind: 'member', name: null, isRecalled: false } },
  });
  await expect.element(preview).toHaveTextContent('Nothing has arrived yet.');
  await scan('0412268238');
  await expect.element(preview).toHaveTextContent(/Arrived: 0412268238, then Enter.*Card 0x1892 B6CE.*A staff badge/);
  await scan('04A23BC2');
  await expect.element(preview).toHaveTextContent(/Card 0x04A2 3BC2.*Belongs to a member/);
  await scan('13961168901');
  await expect.element(preview).toHaveTextContent('Not read as a card, but as a membership ID or barcode');
  await scan('token-of-a-pass-000017');
  await expect.element(preview).toHaveTextContent('Wallet pass');
  await expect.element(preview).not.toHaveTextContent('token-of-a');
  expect(desk.requests.map(({ path }) => path)).not.toContain('/api/desk/badge');
});

test('of a pass that arrives without its end key only the ending is shown', async () => {
  await openReaders();
  await sendKeys('token-of-a-pass-000017', { everyMs: 4 });
  await expect.element(preview).toHaveTextContent('arrived without an end key: …000017');
});

test('of a pass only the ending is shown where a card is asked for', async () => {
  await openReaders();
  await findOut.click();
  await scan('token-of-a-pass-000017');
  await expect.element(dialog.getByRole('status').first()).toHaveTextContent('Arrived: …000017, then Enter');
  await expect.element(dialog.getByRole('status').first()).toHaveTextContent('22 characters');
  await expect.element(dialog).not.toHaveTextContent('token-of-a');
});

test('what is saved replaces all that it cannot be told apart from, each named; a card that does not fit cannot be saved', async () => {
  await openReaders({ profiles: [{ ...defaultReaderProfile, nfcPrefix: 'NFC:' }, decimal] });
  answerSave();
  await findOut.click();
  await scan('0563537489');
  await number.fill('0x51E69621');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent(/“Decimal, always 10 or 17 digits/);
  await scan('04A23BC2');
  await expect.element(dialog).toHaveTextContent('does not fit this card: 04A23BC2');
  await expect.element(dialog.getByRole('button', { name: 'Replace it' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Start again' }).click();
  await number.fill('0x04A23BC2');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('This is how it writes');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Start again' }).click();
  await scan('13961168');
  await number.fill('0x00D507D0');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent(/“Hexadecimal.*“Decimal, always 10/);
  await dialog.getByRole('button', { name: 'Replace all 2' }).click();
  expect(vi.mocked(changeReaders).mock.calls[0]?.[0].profiles).toEqual([
    { format: 'decimal', byteOrder: 'asRead', byteLength: 'auto', nfcPrefix: 'NFC:' },
  ]);
});

test('a reader that sends 0x is found', async () => {
  await openReaders();
  await findOut.click();
  await scan('0x04A23BC2');
  await number.fill('0x04A23BC2');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent(/0x04A23BC2 is card 0x04A2 3BC2/);
});

test('what is no whole number says why: cut, too slow, another keyboard layout, no number', async () => {
  await openReaders();
  await sendKeys('04A23BC21C2680', { everyMs: 4 });
  await expect.element(preview).toHaveTextContent('arrived without an end key: 04A23BC21C2680');
  await sendKeys('04A23BC21C2680', { everyMs: 4 });
  await expect.element(preview).toHaveTextContent(/Arrived: 04A23BC21C2680, no end key.*Card 0x04A2 3BC2 1C26 80/);
  await sendKeys('0x04A23BC2', { everyMs: 135 });
  await expect.element(preview).toHaveTextContent('came as slowly as a person types: 0x04A23BC2');
  await scan('à\'qé"bcé&cé-_à');
  await expect.element(preview).toHaveTextContent(/another one \(French AZERTY\)/);
  await sendKeys('hello world', { everyMs: 4 });
  await expect.element(preview).toHaveTextContent('This is not like the number of a card: hello world');
});

test('a card that two ways fit asks for a second one, which decides; a wrong number is refused at its field', async () => {
  await openReaders();
  answerSave();
  await findOut.click();
  await scan('AB1212AB');
  await number.fill('0x51E69621');
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveAccessibleDescription(/cannot become what arrived/);
  await number.fill('0xAB1212AB');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('Two ways of writing fit this card.');
  await expectAccessible();
  await scan('04A23BC2');
  await number.fill('0xC23BA204');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('Bytes reversed');
  // the reader would send the same digits as the one in the list
  await expect
    .element(dialog.getByRole('alert').first())
    .toHaveTextContent(/“Hexadecimal, 4, 7 or 10 bytes · Bytes in the order of the card” cannot be told/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(list.getByRole('listitem'))
    .toHaveTextContent('Bytes reversed · Each browser learns the end key');
  expect(vi.mocked(changeReaders).mock.calls[0]?.[0].profiles).toEqual([
    { format: 'hex', byteOrder: 'reversed', byteLength: 'auto' },
  ]);
});

test('a decimal print leaves the byte order open: the manager chooses the number that is stored', async () => {
  await openReaders();
  await findOut.click();
  await scan('0412268238');
  await number.fill('0412268238');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: '0x1892 B6CE' })).toBeVisible();
  await dialog.getByRole('button', { name: '0xCEB6 9218' }).click();
  await expect.element(dialog).toHaveTextContent('Bytes reversed · Ends with Enter');
});

test('the card of a member needs no number', async () => {
  const desk = await openReaders();
  const match: MemberMatch = { ...lena, dateOfBirth: null, contractEnd: null, inSince: null };
  const found: MemberMatches = { matches: [match], total: 1, isExact: false, isWhole: true };
  const cardOf = (rfid: string) => ({ cards: [{ rfid, tagFormat: null, isFromMachine: false }], unreadable: 0 });
  desk.answer({ '/api/desk/members': found, [`/api/desk/members/${lena.accountId}/cards`]: cardOf('0x04C0FFEE') });
  await findOut.click();
  await scan('0412268238');
  await dialog.getByRole('button', { name: 'I know whose card it is' }).click();
  const choose = async () => {
    await dialog.getByRole('searchbox').fill('Vogt');
    await dialog.getByRole('option', { name: /Lena Vogt/ }).click();
  };
  await choose();
  await expect.element(dialog).toHaveTextContent('none of the cards of Lena Vogt');
  desk.answer({ [`/api/desk/members/${lena.accountId}/cards`]: cardOf('0xCEB69218') });
  await dialog.getByRole('searchbox').fill('');
  await choose();
  await expect.element(dialog).toHaveTextContent('Bytes reversed · Ends with Enter');
});

test('an end key is changed, a way of writing is removed, and what another manager changed meanwhile is shown', async () => {
  await openReaders({ profiles: [defaultReaderProfile, decimal] });
  answerSave();
  const row = (title: string | RegExp) => list.getByRole('listitem', { name: title });
  await row('Hexadecimal')
    .getByRole('button', { name: /^Change end key/ })
    .click();
  await dialog.getByRole('radio', { name: 'None' }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('Hexadecimal')).toHaveTextContent('Sends no end key');
  await expect.element(page.getByText('Readers of this gym end differently')).toBeVisible();
  vi.mocked(changeReaders).mockResolvedValue({
    ok: true,
    value: { kind: 'changedMeanwhile', now: [decimal, defaultReaderProfile] },
  });
  await row(/^Decimal/)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText(/Another manager has changed the readers/)).toBeVisible();
  await expect.element(row('Hexadecimal')).toHaveTextContent('Each browser learns the end key');
  answerSave();
  await row('Hexadecimal')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(row('Hexadecimal')).not.toBeInTheDocument();
  // the last one is replaced, never removed
  await expect.element(row(/^Decimal/).getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  expect(vi.mocked(changeReaders).mock.lastCall).toEqual([
    { locationId: here, base: [decimal, defaultReaderProfile], profiles: [decimal] },
  ]);
});

test.each(['light', 'dark'])('the page is in German, and fits every width: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openReaders({ profiles: [defaultReaderProfile, { ...decimal, prefix: 'D' }], locale: 'de' });
  await expect.element(page.getByRole('list', { name: 'Schreibweisen' })).toHaveTextContent('Beginnt mit „D“');
  await scan('D0412268238');
  await expect.element(page.getByRole('region', { name: 'Was ankommt' })).toHaveTextContent('Karte 0x1892 B6CE');
  await expectFineAtEveryWidth();
});
