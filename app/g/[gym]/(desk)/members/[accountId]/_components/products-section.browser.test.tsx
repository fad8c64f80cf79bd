import { useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { bookProduct, endBooking } from '#app/g/[gym]/(desk)/members/[accountId]/products-actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { ActionError } from '#lib/wire/action-result.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import type { BookableProduct, Booking, ProductsView } from '#lib/wire/products.ts';
import { ProductsSection } from './products-section.tsx';

const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const first = dialog.getByRole('textbox', { name: 'First day' });
const last = dialog.getByRole('textbox', { name: 'Last day' });
const grid = dialog.getByRole('grid');
const day = (name: string) => grid.getByRole('button', { name: new RegExp(` ${name}$`) });
async function focus(place: Locator) {
  await expect.element(place).toBeVisible();
  place.element().focus();
}
const row = page.getByRole('list', { name: 'Booked products' }).getByRole('listitem');

const sauna: Booking = {
  productId: '7',
  title: 'Sauna',
  startDate: '2026-11-25',
  endDate: '2027-01-03',
  isRunning: true,
};
const noon = '2026-11-25T11:00:00Z';
const offered = [{ productId: '7', title: 'Sauna', description: null }];

const invalid = (field: string) => ({
  ok: false as const,
  error: { code: 'invalidInput' as const, message: '', requestId: 'r', retryable: false, fieldErrors: { [field]: '' } },
});

afterEach(() => void vi.useRealTimers());

interface Opened {
  bookings?: Booking[];
  products?: BookableProduct[];
  clockAheadMs?: number;
  timeZone?: string;
  now?: string;
  reads?: Parameters<typeof startFakeDesk>[0];
}

async function openProducts(opened: Opened = {}) {
  const { bookings = [], products = offered, timeZone = 'Europe/Berlin', now = noon, reads = {} } = opened;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const view: ProductsView = { bookings, products, unreadable: 0 };
  const desk = startFakeDesk({
    '/api/desk/members/a': { kind: 'current', profile: lena } satisfies ProfileAnswer,
    '/api/desk/members/a/products': () => view,
    ...reads,
  });
  await openScreen(
    <AtCounter clockAheadMs={opened.clockAheadMs ?? 0}>
      <ProductsAsTheyAre timeZone={timeZone} />
    </AtCounter>,
  );
  const change = (next: Booking[]) => {
    view.bookings = next;
    desk.emit('members');
  };
  return { change, startAnew: () => void reset() };
}

let reset: () => void = () => {};

function ProductsAsTheyAre({ timeZone }: { timeZone: string }) {
  useLiveUpdates(here);
  const queryClient = useQueryClient();
  reset = () => void queryClient.resetQueries();
  return <ProductsSection accountId="a" locationId={here} timeZone={timeZone} mayEdit />;
}

test('a product is booked by keyboard, with the last day from the calendar', async () => {
  const { change } = await openProducts();
  await focus(page.getByRole('button', { name: 'Book product' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('radio', { name: 'Sauna' })).toBeChecked();
  await focus(button('Choose in the calendar: Last day'));
  await userEvent.keyboard('{Enter}');
  await expect.element(day('26 November 2026')).toHaveFocus();
  await expectAccessible();
  // Escape closes the calendar, not the dialog
  await userEvent.keyboard('{Escape}');
  await expect.element(grid).not.toBeInTheDocument();
  await expect.element(button('Choose in the calendar: Last day')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(day('26 November 2026')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(day('3 December 2026')).toHaveFocus();
  await userEvent.keyboard('{PageDown}');
  await expect.element(day('3 January 2027')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(last).toHaveValue('3 Jan 2027');
  await expect.element(grid).not.toBeInTheDocument();
  await expect.element(button('Choose in the calendar: Last day')).toHaveFocus();
  vi.mocked(bookProduct).mockImplementation(async () => {
    change([sauna]);
    return { ok: true, value: { kind: 'booked' } };
  });
  await focus(button('Book'));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toHaveTextContent(/Sauna.*Active.*25 Nov 2026 – 3 Jan 2027/);
  const days = { startDate: '2026-11-25', endDate: '2027-01-03' };
  expect(vi.mocked(bookProduct).mock.calls).toEqual([
    [{ locationId: here, accountId: 'a', productId: '7', ...days, base: null }],
  ]);
});

test('a current booking is extended with its start date kept, and ended after a confirmation', async () => {
  const { change } = await openProducts({ bookings: [sauna] });
  await page.getByRole('button', { name: 'Change end: Sauna' }).click();
  await expect.element(dialog).toHaveTextContent('Began on 25 Nov 2026');
  await last.fill('2028-01-03');
  vi.mocked(bookProduct).mockImplementation(async () => {
    change([{ ...sauna, endDate: '2028-01-03' }]);
    return { ok: true, value: { kind: 'booked' } };
  });
  await button('Save').click();
  await expect.element(row).toHaveTextContent('3 Jan 2028');
  const days = { startDate: '2026-11-25', endDate: '2028-01-03' };
  const base = { startDate: '2026-11-25', endDate: '2027-01-03' };
  expect(bookProduct).toHaveBeenCalledWith(expect.objectContaining({ ...days, base }));

  await page.getByRole('button', { name: 'End now: Sauna' }).click();
  await expect.element(dialog).toHaveTextContent('It ends at once');
  await expectAccessible();
  await button('Cancel').click();
  await expect.element(row).toBeVisible();
  expect(endBooking).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'End now: Sauna' }).click();
  vi.mocked(endBooking).mockImplementation(async () => {
    change([]);
    return { ok: true, value: { kind: 'ended' } };
  });
  await button('End now').click();
  await expect.element(row).not.toBeInTheDocument();
  expect(vi.mocked(endBooking).mock.calls).toEqual([
    [{ locationId: here, accountId: 'a', productId: '7', base: days }],
  ]);
});

test('a product that a colleague books while the dialog is open is chosen no more, and no other one is in its place', async () => {
  const towels = { productId: '8', title: 'Towels', description: null };
  const { change } = await openProducts({ products: [...offered, towels] });
  await page.getByRole('button', { name: 'Book product' }).click();
  await expect.element(dialog.getByRole('radio', { name: 'Sauna' })).toBeChecked();
  await last.fill('2026-12-31');
  change([sauna]);
  await expect.element(dialog.getByRole('radio', { name: 'Sauna' })).not.toBeInTheDocument();
  await button('Book').click();
  const choice = dialog.getByRole('radio', { name: 'Towels' });
  await expect.element(dialog.getByRole('group', { name: 'Product' })).toHaveAccessibleDescription('Choose a product.');
  await expect.element(choice).toHaveFocus();
  await expect.element(choice).not.toBeChecked();
  await expectAccessible();
  expect(bookProduct).not.toHaveBeenCalled();
  vi.mocked(bookProduct).mockResolvedValue({ ok: true, value: { kind: 'booked' } });
  await choice.click();
  await button('Book').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(vi.mocked(bookProduct).mock.calls[0]?.[0]).toMatchObject({ productId: '8', base: null });
});

test('where a colleague has booked the last product, the open dialog says that nothing is left', async () => {
  const { change } = await openProducts();
  await page.getByRole('button', { name: 'Book product' }).click();
  await last.fill('2026-12-31');
  change([sauna]);
  await expect.element(dialog).toHaveTextContent('There is nothing left to book');
  await button('Book').click();
  expect(bookProduct).not.toHaveBeenCalled();
});

test('a change of user under the open dialog leaves what can be booked, though the list is read again', async () => {
  let isSlow = false;
  const view: ProductsView = { bookings: [], products: offered, unreadable: 0 };
  const { startAnew } = await openProducts({
    reads: { '/api/desk/members/a/products': () => (isSlow ? new Promise<object>(() => {}) : view) },
  });
  await page.getByRole('button', { name: 'Book product' }).click();
  await last.fill('2026-12-31');
  isSlow = true;
  startAnew();
  await expect.element(page.getByText('Loading the products')).toBeInTheDocument();
  await expect.element(dialog.getByRole('radio', { name: 'Sauna' })).toBeChecked();
  await expect.element(dialog).not.toHaveTextContent('There is nothing left to book');
  vi.mocked(bookProduct).mockResolvedValue({ ok: true, value: { kind: 'booked' } });
  await button('Book').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each([
  ['a change', 'Change end: Sauna', 'Save', bookProduct],
  ['an end', 'End now: Sauna', 'End now', endBooking],
] as const)(
  '%s of a booking that has changed is told, and the page shows how it stands',
  async (_, opens, sends, action) => {
    const now = { ...sauna, endDate: '2027-06-30' };
    let bookings = [sauna];
    await openProducts({
      reads: { '/api/desk/members/a/products': () => ({ bookings, products: offered, unreadable: 0 }) },
    });
    await page.getByRole('button', { name: opens }).click();
    if (sends === 'Save') await last.fill('2027-01-31');
    vi.mocked(action).mockImplementation(async () => {
      // no event: the change was made elsewhere
      bookings = [now];
      return { ok: true, value: { kind: 'changedMeanwhile' } };
    });
    await button(sends).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect
      .element(
        page.getByText(
          /Nothing was changed now: the booking of Sauna is no longer as it was when this window was opened/,
        ),
      )
      .toBeVisible();
    await expect.element(row).toHaveTextContent('30 Jun 2027');
  },
);

test.each([
  [
    'Choose today (25 Nov 2026) or later',
    { ok: true, value: { kind: 'refused', problems: { startDate: 'inThePast' } } },
  ],
  ['does not accept this day', { ok: true, value: { kind: 'refused', problems: { startDate: 'refused' } } }],
  ['does not accept this day', invalid('startDate')],
  ['could not be understood', invalid('productId')],
] as const)('a refusal of a value that the dialog cannot change is shown: it %s', async (message, answer) => {
  await openProducts({ bookings: [sauna] });
  await page.getByRole('button', { name: 'Change end: Sauna' }).click();
  await last.fill('2028-01-03');
  vi.mocked(bookProduct).mockResolvedValue(answer);
  await button('Save').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(message);
  await expectAccessible();
});

test('each date that is not allowed is explained at its field and not sent', async () => {
  await openProducts();
  await page.getByRole('button', { name: 'Book product' }).click();
  await first.fill('24/11/2026');
  await last.fill('31.2.2027');
  await button('Book').click();
  await expect.element(first).toHaveAccessibleDescription(/Choose today \(25 Nov 2026\) or later/);
  await expect.element(last).toHaveAccessibleDescription(/Enter a day, for example/);
  await expectAccessible();

  await first.fill('04/12/2026');
  await last.fill('03/12/2026');
  await button('Book').click();
  await expect.element(first).not.toHaveAccessibleDescription(/Choose today/);
  await expect.element(last).toHaveAccessibleDescription(/cannot be before the first day/);
  await last.fill('1.1.2051');
  await button('Book').click();
  await expect.element(last).toHaveAccessibleDescription(/no later than 31 Dec 2050/);
  await first.fill('25/11/2026');
  await last.fill('25/11/2026');
  await button('Book').click();
  await expect.element(last).toHaveAccessibleDescription(/Choose a day after today/);
  expect(bookProduct).not.toHaveBeenCalled();
});

// the browser's time zone is Berlin, where both are on 10 March
test("today is the gym's, far from the browser, on both sides of its midnight", async () => {
  await openProducts({ timeZone: 'Pacific/Auckland', now: '2027-03-10T10:30:00Z' });
  for (const [now, today] of [
    ['2027-03-10T10:30:00Z', /^Wednesday,? 10 March 2027$/],
    ['2027-03-10T11:30:00Z', /^Thursday,? 11 March 2027$/],
  ] as const) {
    vi.setSystemTime(now);
    await page.getByRole('button', { name: 'Book product' }).click();
    await button('Choose in the calendar: First day').click();
    const marked = grid.getByRole('button', { name: today });
    await expect.element(marked).toHaveAttribute('aria-current', 'date');
    await expect.element(marked).toBeEnabled();
    // first the calendar, then the dialog
    await userEvent.keyboard('{Escape}');
    await expect.element(grid).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

test("today is by the desk's clock, however wrong the computer's is", async () => {
  const dayMs = 24 * 3_600_000;
  await openProducts({ now: '2026-11-27T11:00:00Z', clockAheadMs: -2 * dayMs });
  await page.getByRole('button', { name: 'Book product' }).click();
  await expect.element(first).toHaveValue('25 Nov 2026');
  await button('Choose in the calendar: First day').click();
  await expect.element(day('25 November 2026')).toHaveAttribute('aria-current', 'date');
});

test('an outage of the platform is shown, with a retry', async () => {
  const error: ActionError = { code: 'platformUnavailable', message: '', requestId: 'r', retryable: true };
  let isAway = true;
  await openProducts({
    reads: {
      '/api/desk/members/a/products': () =>
        isAway
          ? Response.json({ ok: false, error }, { status: 503 })
          : { bookings: [], products: offered, unreadable: 0 },
    },
  });
  await expect.element(page.getByRole('alert')).toHaveTextContent('The products cannot be shown now');
  await expect.element(page.getByRole('button', { name: 'Book product' })).not.toBeInTheDocument();
  isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Book product' })).toBeVisible();
});
