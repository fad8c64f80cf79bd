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
import type { Booking, ProductsView } from '#lib/wire/products.ts';
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
  timeZone?: string;
  now?: string;
  reads?: Parameters<typeof startFakeDesk>[0];
}

async function openProducts({ bookings = [], timeZone = 'Europe/Berlin', now = noon, reads = {} }: Opened = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const view: ProductsView = { bookings, products: offered, unreadable: 0 };
  const desk = startFakeDesk({
    '/api/desk/members/a': { kind: 'current', profile: lena } satisfies ProfileAnswer,
    '/api/desk/members/a/products': () => view,
    ...reads,
  });
  await openScreen(
    <AtCounter>
      <ProductsAsTheyAre timeZone={timeZone} />
    </AtCounter>,
  );
  const change = (next: Booking[]) => {
    view.bookings = next;
    desk.emit('members');
  };
  return { change };
}

function ProductsAsTheyAre({ timeZone }: { timeZone: string }) {
  useLiveUpdates(here);
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
  expect(vi.mocked(bookProduct).mock.calls).toEqual([[{ locationId: here, accountId: 'a', productId: '7', ...days }]]);
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
  expect(bookProduct).toHaveBeenCalledWith(expect.objectContaining(days));

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
  expect(vi.mocked(endBooking).mock.calls).toEqual([[{ locationId: here, accountId: 'a', productId: '7' }]]);
});

test.each([
  ['Somebody else has changed this', { ok: true, value: { kind: 'refused', problems: { startDate: 'inThePast' } } }],
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
