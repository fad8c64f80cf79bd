import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberNamed, nobodysCard, openCounter, region, searchBox } from '#app/_testing/counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { scan, typeLongAgo } from '#components/testing/browser/scan.ts';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { admitted, attention, lena, reasonOf } from '#components/testing/sample-verdicts.ts';
import type { MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

const matches = page.getByRole('listbox', { name: 'Members found' });
const row = (name: string) => matches.getByRole('option', { name: new RegExp(name) });
const secondCard = '0x04C7E2914A3B80';
const matchOf = (member: MemberSummary): MemberMatch => ({
  ...member,
  dateOfBirth: '1990-11-21',
  contractEnd: null,
  inSince: null,
});
const found = (members: readonly MemberSummary[], given: Partial<MemberMatches> = {}): MemberMatches => ({
  matches: members.map(matchOf),
  total: members.length,
  isExact: false,
  isWhole: true,
  ...given,
});
const ofAn = ['Mia Brandt', 'Johanna Weiß', 'Lena Vogt', 'Jan Pohl', 'Aylin Bauer', 'Paul Lindner', 'Omar Haddad'];

/** A directory with one Lena Vogt and many names that contain `an`. */
function answerTo(text: string): MemberMatches {
  if (text === 'an') return found([...ofAn, 'Nele Krüger'].map(memberNamed), { total: 24 });
  if (!'lena vogt'.startsWith(text.toLowerCase())) return found([]);
  const isExact = text.toLowerCase() === 'lena vogt';
  const matches = [{ ...matchOf(lena), ...(isExact && { inSince: new Date().toISOString() }) }];
  return { ...found([]), matches, total: 1, isExact };
}

const openSearch = () =>
  openCounter({
    says: {
      [lena.accountId]: admitted,
      [secondCard]: { ...attention, member: memberNamed('Mia Brandt'), reasons: [reasonOf.contractEndsSoon] },
      'M-10442': { ...admitted, scanned: { kind: 'membershipId', text: 'M-10442' } },
    },
    reads: { '/api/desk/members': (asked) => answerTo(asked.get('q') ?? '') },
  });

/** Types at the speed of a person. */
async function search(text: string) {
  await expect.element(searchBox).toHaveFocus();
  await typeLongAgo(text);
  await expect.element(searchBox).toHaveValue(text);
}

test('a member is found by name and checked in with the keyboard alone', async () => {
  const { taps } = await openSearch();
  await search('lena vog');
  await expect.element(row('Lena Vogt')).toHaveAttribute('aria-selected', 'false');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Lena Vogt')).toHaveAttribute('aria-selected', 'true');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect(taps).toMatchObject([{ kind: 'lookUp', source: 'chosen', value: lena.accountId }]);
  await expect.element(searchBox).toHaveValue('');
  await expect.element(searchBox).toHaveFocus();
});

test('a member who is mirrored while the user waits for matches is found without another key press', async () => {
  let isRead = false;
  await openCounter({
    reads: {
      '/api/desk/members': (asked) => ({ ...answerTo(isRead ? (asked.get('q') ?? '') : 'nobody'), isWhole: isRead }),
    },
  });
  await search('lena vog');
  await expect.element(matches).toHaveTextContent('the members are still being loaded');
  isRead = true;
  await expect.element(row('Lena Vogt')).toBeVisible();
});

test('matches that a longer text has moved take no press for a moment', async () => {
  const [all, fewer] = [
    ['Mia Brandt', 'Johanna Weiß', 'Jan Pohl'],
    ['Jan Pohl', 'Johanna Weiß'],
  ].map((names) => found(names.map(memberNamed)));
  await openCounter({ reads: { '/api/desk/members': (asked) => (asked.get('q') === 'an' ? all : fewer) } });
  await search('an');
  await expect.element(row('Mia Brandt')).toBeVisible();
  const settling = watchSettling();
  await typeLongAgo('n');
  await expect.element(row('Mia Brandt')).not.toBeInTheDocument();
  await expect.poll(settling).toEqual([expect.stringContaining('Jan Pohl')]);
});

test('the matches can be clicked, and closed with Escape', async () => {
  const { taps } = await openSearch();
  await search('Lena Vogt');
  await expect.element(row('Lena Vogt')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(matches).not.toBeInTheDocument();
  await expect.element(searchBox).toHaveValue('Lena Vogt');
  await userEvent.keyboard('{ArrowDown}');
  await row('Lena Vogt').click();
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect(taps).toHaveLength(1);
});

test('a scan closes the matches and keeps the typed text', async () => {
  await openSearch();
  await search('Lena Vogt');
  await expect.element(row('Lena Vogt')).toBeVisible();
  for (const [value, kind] of [
    [nobodysCard, 'unknown'],
    [secondCard, 'attention'],
  ] as const) {
    await scan(value);
    await expect.element(region).toHaveAttribute('data-verdict', kind);
    await expect.element(matches).not.toBeInTheDocument();
    await expect.element(searchBox).toHaveValue('Lena Vogt');
  }
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row('Lena Vogt')).toBeVisible();
});

test('a scan while text is being typed leaves the text and is looked up separately', async () => {
  const { taps } = await openSearch();
  await search('anna');
  await scan(secondCard);
  await expect.element(region).toHaveTextContent('Mia Brandt');
  await expect.element(searchBox).toHaveValue('anna');
  expect(taps).toMatchObject([{ source: 'scan', value: secondCard }]);
});

test('Enter chooses the only exact match, and no partial match', async () => {
  const { taps } = await openSearch();
  await search('Lena Vog');
  await expect.element(row('Lena Vogt')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Lena Vogt')).toHaveAttribute('aria-selected', 'true');
  expect(taps).toEqual([]);
  const toldForLess = row('Lena Vogt').element().textContent;
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(searchBox).toHaveValue('');
  await searchBox.fill('Lena Vogt');
  // matches of the shorter text stay until the response has arrived
  await expect.poll(() => row('Lena Vogt').query()?.textContent ?? toldForLess).not.toBe(toldForLess);
  await expect.element(row('Lena Vogt')).toHaveAttribute('aria-selected', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect(taps).toHaveLength(1);
});

test('a membership id is looked up as typed', async () => {
  const { taps } = await openSearch();
  await search('M-10442');
  await userEvent.keyboard('{Enter}');
  await expect.element(region).toHaveTextContent(/Admitted.*M-10442/);
  expect(taps).toMatchObject([{ kind: 'lookUp', source: 'typed', value: 'M-10442' }]);
});

test('further matches link to the directory, and an unknown name links to a new member', async () => {
  const { router } = await openSearch();
  await search('an');
  await expect.poll(() => matches.getByRole('option').elements()).toHaveLength(9);
  await userEvent.keyboard('{ArrowUp}');
  await expect
    .element(matches.getByRole('option', { name: '16 more · Show all in Members', selected: true }))
    .toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.push.mock.calls).toEqual([['/g/munich-west/members?q=an']]);
  await searchBox.fill('Nobodyatall');
  await page.getByRole('option', { name: 'Nobody with this name · New member' }).click();
  await expect.poll(() => router.push.mock.calls.at(-1)).toEqual(['/g/munich-west/members/new']);
});

test('a card is assigned with the same keys', async () => {
  await openSearch();
  await scan(nobodysCard);
  await region.getByRole('button', { name: 'Give to a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Lena Vog');
  await expect.element(dialog.getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(dialog.getByRole('option', { selected: true })).toHaveTextContent('Lena Vogt');
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Assign to Lena Vogt' })).toBeVisible();
});
