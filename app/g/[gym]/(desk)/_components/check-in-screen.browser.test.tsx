import { afterEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import {
  earlier,
  inTheGym,
  memberNamed,
  nobodysCard,
  openCounter,
  presentOf,
  region,
  searchBox,
} from '#app/_testing/counter.tsx';
import { twoHalves } from '#app/_testing/pictures.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { scan } from '#components/testing/browser/scan.ts';
import { admitted, attention, lena, reasonOf, refused, unknown, visit } from '#components/testing/sample-verdicts.ts';
import type { PresenceEntry } from '#lib/wire/presence.ts';
import { longestTestMs } from '#shared/testing/limits.ts';

const card = '0x04B81D5A2F6C80';
const secondCard = '0x04C7E2914A3B80';
const mia = memberNamed('Mia Brandt');
const endsSoon = { ...attention, member: mia, reasons: [reasonOf.contractEndsSoon] };

/** More than fit on the screen, newest first. */
const many = ['Mia Brandt', 'Omar Haddad', 'Jan Pohl', 'Aylin Bauer', 'Paul Lindner', 'Nele Krüger'].flatMap((name) =>
  ['', ' Senior', ' Junior'].map((addition) => presentOf(memberNamed(`${name}${addition}`))),
);

afterEach(() => page.viewport(1280, 900));

test('a member whose data was deleted disappears from the verdict and from the earlier ones, and nobody else does', async () => {
  const { desk } = await openCounter({ says: { [card]: admitted, [secondCard]: endsSoon } });
  await scan(card);
  await expect.element(region).toHaveTextContent('Lena Vogt');
  await scan(secondCard);
  await expect.element(region).toHaveTextContent('Mia Brandt');
  await scan(card);
  await expect.element(region).toHaveTextContent('Lena Vogt');
  await expect.element(earlier.getByRole('listitem')).toHaveLength(2);
  let asked: string[] = [];
  desk.answer({
    '/api/desk/forgotten': (query) => {
      asked = query.getAll('accountId');
      return [{ accountId: lena.accountId, at: new Date(Date.now() + 1_000).toISOString() }];
    },
  });
  desk.emit('forgotten');
  await expect.element(region).not.toHaveTextContent('Lena Vogt');
  await expect.element(earlier.getByRole('listitem')).toHaveLength(1);
  await expect.element(earlier).toHaveTextContent('Mia Brandt');
  expect(asked.toSorted()).toEqual([lena.accountId, mia.accountId].toSorted());
});

test('every verdict says whether the visit is recorded, and a birthday adds a ribbon to an admission', async () => {
  const { taps, ended } = await openCounter({
    undoMs: longestTestMs,
    says: {
      [card]: { ...admitted, reasons: [reasonOf.birthday] },
      [lena.accountId]: admitted,
      [secondCard]: endsSoon,
      '0x5C08E6A4': { ...refused, reasons: [reasonOf.corporateMembershipEnded] },
    },
  });
  await scan(card);
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  await expect.element(region).toHaveTextContent(/Lena Vogt.*Checked in .*\d\d:\d\d/);
  await expect.element(region).toHaveTextContent('Birthday today');
  await expectAccessible();

  // during the undo time a press most likely means undo: that button comes first
  await expect.element(region.getByRole('button').first()).toHaveAccessibleName(/^Undo/);
  await expect.element(region.getByRole('button', { name: 'Check out' })).toBeVisible();
  await region.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(region).toHaveTextContent('Visit not recorded');
  expect(ended).toEqual([{ kind: 'undo', tapId: taps[0]?.tapId }]);
  await region.getByRole('button', { name: 'Check in' }).click();
  await expect.element(region).toHaveTextContent(/Checked in .*\d\d:\d\d/);
  expect(taps[1]).toMatchObject({ kind: 'checkIn', accountId: lena.accountId, scanTapId: taps[0]?.tapId });

  for (const [value, kind, record] of [
    [secondCard, 'attention', /Mia Brandt.*Checked in .*\d\d:\d\d.*Contract ends in 9 days/],
    ['0x5C08E6A4', 'refused', /Lena Vogt.*No visit recorded/],
    [nobodysCard, 'unknown', 'No visit recorded'],
  ] as const) {
    await scan(value);
    await expect.element(region).toHaveAttribute('data-verdict', kind);
    await expect.element(region).toHaveTextContent(record);
  }
  await expect.element(region).toHaveTextContent(/0x.*not known/);
  await expect.element(region.getByRole('button', { name: 'Give to a member' })).toBeVisible();
  await expect.element(region.getByRole('link', { name: 'New member' })).toBeVisible();
  await expectAccessible();
});

test('a known card shows its member at once as unconfirmed, and the verdict replaces it in place', async () => {
  const glance = { glance: { member: mia } };
  const { decide, verdictOf, taps } = await openCounter({
    says: { [secondCard]: { ...endsSoon, reasons: [reasonOf.repeatIgnored, reasonOf.contractEndsSoon] } },
    reads: { '/api/desk/at-a-glance': glance },
  });
  const isSeen = Promise.withResolvers<void>();
  decide(async (tap) => {
    await isSeen.promise;
    return verdictOf(tap);
  });
  await scan(secondCard);
  await expect.element(region).toHaveTextContent(/Confirming.*Mia Brandt/);
  await expect.element(region).toHaveAttribute('data-verdict', 'unconfirmed');
  await expect.element(region).toHaveAttribute('aria-busy', 'true');
  // no toast before the decision
  await expect.element(region.getByRole('status')).toBeEmptyDOMElement();
  const tapId = taps[0]?.tapId;
  expect(tapId).toBeDefined();
  expect(region.element().getAttribute('data-tap-id')).toBe(tapId);
  const before = region.element().getBoundingClientRect().toJSON();
  await expectAccessible();
  isSeen.resolve();
  await expect.element(region).toHaveAttribute('data-verdict', 'attention');
  await expect.element(region).toHaveTextContent('not counted twice');
  await expect.element(region).toHaveAttribute('data-tap-id', tapId);
  await expect.element(region).toHaveAttribute('aria-busy', 'false');
  expect(region.element().getBoundingClientRect().toJSON()).toEqual(before);
});

test('an admission by the list of members says so, and the answer of the member system corrects it in place', async () => {
  const known = { ...admitted, reasons: [reasonOf.fromDirectory] };
  const { desk, taps, verdictOf } = await openCounter({ says: { [card]: known } });
  await scan(card);
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  await expect
    .element(region)
    .toHaveTextContent(/By the list of members of .*; not yet confirmed by the member system/);
  const [tap] = taps;
  if (!tap) throw new Error('There was no tap.');
  const { tapId, tappedAt, scanned } = verdictOf(tap);
  const corrected = { ...unknown, tapId, tappedAt, scanned, reasons: [reasonOf.cardUnknown, reasonOf.letInBefore] };
  desk.answer({ '/api/desk/taps': [corrected] });
  desk.emit('taps');
  await expect.element(region).toHaveAttribute('data-verdict', 'unknown');
  await expect.element(region).toHaveTextContent(/Not known.*before the member system/);
});

test('a photo is shown with the verdict and in the list; where one is missing, a link leads to the profile', async () => {
  const photoUrl = URL.createObjectURL(await twoHalves());
  await openCounter({
    says: {
      [card]: { ...admitted, member: { ...lena, photoUrl } },
      [secondCard]: { ...attention, member: mia, reasons: [reasonOf.photoMissing] },
    },
    present: [{ ...presentOf(lena), photoUrl }],
  });
  const pictures = (within: Locator) => [...within.element().querySelectorAll('img')].map(({ src }) => src);
  await scan(card);
  await expect.element(region).toHaveTextContent(/Admitted.*Lena Vogt/);
  expect([pictures(region), pictures(inTheGym)]).toEqual([[photoUrl], [photoUrl]]);
  await scan(secondCard);
  await expect.element(region).toHaveTextContent('No photo of this member yet');
  const link = region.getByRole('link', { name: 'take a photo' });
  await expect.element(link).toHaveAttribute('href', `/g/munich-west/members/${mia.accountId}`);
  expect(pictures(region)).toEqual([]);
});

test('earlier verdicts are a click away', async () => {
  await openCounter({ says: { [card]: admitted } });
  await scan(card);
  await expect.element(region).toHaveTextContent('Lena Vogt');
  await scan(nobodysCard);
  await expect.element(region).toHaveAttribute('data-verdict', 'unknown');
  await earlier.getByRole('button', { name: /Lena Vogt/ }).click();
  await expect.element(region).toHaveTextContent(/Lena Vogt.*Checked in/);
});

test('the next verdict scrolls back into view', async () => {
  await page.viewport(390, 700);
  await openCounter({ says: { [card]: admitted }, present: many });
  const expectInView = async (kind: string) => {
    await expect.element(region).toHaveAttribute('data-verdict', kind);
    await expect.element(region).toBeInViewport({ ratio: 1 });
    await expect.element(searchBox).toBeInViewport({ ratio: 1 });
  };
  const scrollAway = async () => {
    // the browser itself scrolls only the focused field into view
    await page.getByRole('textbox', { name: 'Filter by name' }).click();
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(region).not.toBeInViewport();
  };
  await scrollAway();
  await scan(card);
  await expectInView('admitted');

  await scrollAway();
  await scan(nobodysCard);
  await expectInView('unknown');

  scrollTo(0, 400);
  await earlier.getByRole('button', { name: /Lena Vogt/ }).click();
  await expectInView('admitted');
});

test('a row of the presence list shows the verdict of that member and records nothing', async () => {
  const row = (name: string) => inTheGym.getByRole('button', { name: new RegExp(name) });
  const { taps, setPresent } = await openCounter({
    present: [presentOf(lena), ...many],
    says: {
      [lena.accountId]: {
        ...admitted,
        offers: [],
        reasons: [reasonOf.checkedOut],
        visit: { ...visit, kind: 'checkOut' },
      },
    },
    reads: {
      [`/api/desk/presence/${lena.accountId}`]: {
        ...attention,
        tapId: 'tap-of-this-morning',
        reasons: [reasonOf.contractEndsSoon],
        tappedAt: new Date().toISOString(),
        visit: { ...visit, at: new Date().toISOString() },
      },
    },
  });
  await expect.element(row('Lena Vogt')).toBeVisible();
  (row('Lena Vogt').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(region).toHaveAttribute('data-verdict', 'attention');
  await expect.element(region).toHaveTextContent(/Lena Vogt.*Checked in .*\d\d:\d\d.*Contract ends in 9 days/);
  await expect.element(region.getByRole('link', { name: 'Open profile' })).toBeVisible();
  await expectAccessible();
  expect(taps).toEqual([]);

  // more than fifteen are in: the list can be filtered and sorted
  const filter = page.getByRole('textbox', { name: 'Filter by name' });
  const rows = inTheGym.getByRole('listitem');
  const names = () => rows.elements().map((entry) => entry.querySelector('span span')?.textContent ?? '');
  expect(names()[0]).toBe('Lena Vogt');
  await page.getByText('Name', { exact: true }).click();
  await expect.poll(() => names()[0]).toBe('Aylin Bauer');
  expect(names()).toHaveLength(19);
  expect(names()).toEqual(names().toSorted(new Intl.Collator('en').compare));
  await filter.fill('Lena Vogt');
  await expect.element(rows).toHaveTextContent('Lena Vogt');
  await filter.fill('nobody of this name');
  await expect.element(page.getByText('Nobody with this name is in.')).toBeVisible();
  await filter.click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(names).toHaveLength(19);

  await region.getByRole('button', { name: 'Check out' }).click();
  await expect.element(region).toHaveTextContent('Checked out');
  expect(taps).toMatchObject([{ kind: 'checkOut', accountId: lena.accountId }]);
  setPresent(many satisfies PresenceEntry[]);
  await expect.element(row('Lena Vogt')).not.toBeInTheDocument();
});

test('on a phone no gap is left between the verdict and the earlier ones while there is no notice', async () => {
  await page.viewport(390, 844);
  await openCounter();
  await expect.element(earlier).toBeVisible();
  const [verdict, list] = [region, earlier].map((part) => part.element().getBoundingClientRect());
  expect((list?.top ?? 0) - (verdict?.bottom ?? 0)).toBe(20);
});
