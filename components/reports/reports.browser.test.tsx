import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectAccessible,
  expectFineAtEveryWidth,
  expectToFitEveryWidth,
} from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { isInUse } from '#lib/browser/version/use-reload.ts';
import type { GymNow } from '#lib/wire/gym-now.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { type AskedPeriod, quickPeriodsOn } from '#lib/wire/reports.ts';
import type { Counted } from '#lib/wire/stays.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { AllGyms } from './all-gyms.tsx';
import { DayPeaksChart } from './day-peaks.tsx';
import { HoursOfWeek } from './hours-of-week.tsx';
import { ReportPeriod } from './period.tsx';
import { Report } from './report.tsx';
import { ReportsLayout } from './reports-layout.tsx';
import { TodayCurve } from './today-curve.tsx';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

const today = '2026-11-27';
const { last4Weeks, lastMonth } = quickPeriodsOn(today);
const file = pathAt('here', '/api/desk/reports/today/file');
const counted: Counted = {
  period: { from: last4Weeks.from, until: last4Weeks.to },
  timeZone: 'Europe/Berlin',
  visits: 1234,
  openEnds: 3,
  since: '2026-11-03',
};
const inside = (hour: number) => (hour < 6 || hour > 22 ? 0 : 40 + 40 * Math.sin(hour / 2));
const usual = (hour: number) => ({ lower: inside(hour) * 0.8, median: inside(hour), upper: inside(hour) * 1.2 });
const hours = Array.from({ length: 24 }, (_, hour) => hour);

const charts = (
  <>
    <HoursOfWeek
      fileHref={file}
      hours={{
        ...counted,
        days: [3, 3, 3, 3, 3, 3, 3],
        daysLeftOut: 7,
        cells: Array.from({ length: 7 }, (_, weekday) =>
          hours.map((hour) => ({
            days: 3,
            arrivals: 30,
            inside: inside(hour) / (1 + weekday / 4),
            peak: inside(hour) * 1.2,
          })),
        ),
      }}
    />
    <TodayCurve
      fileHref={file}
      capacity={100}
      curve={{
        ...counted,
        period: { from: today, until: today },
        hourNow: 14,
        usualDays: 3,
        hours: hours.map((hour) => ({
          arrivals: hour > 14 ? null : 12,
          inside: hour > 14 ? null : inside(hour),
          peak: null,
          usual: { arrivals: usual(hour), inside: usual(hour) },
        })),
        soFar: { arrivals: 143, usual: { lower: 100, median: 121, upper: 140 } },
      }}
    />
    <DayPeaksChart
      fileHref={file}
      peaks={{
        ...counted,
        capacity: 80,
        days: Array.from({ length: 28 }, (_, index) => ({
          day: daysLater(last4Weeks.from, index),
          visits: 200,
          peak: 40 + ((index * 7) % 50),
          peakHour: 18,
        })),
      }}
    />
  </>
);

interface Opened {
  locale?: Locale;
  asked?: AskedPeriod;
}

const open = ({ locale = 'en', asked = { period: last4Weeks, mistake: null } }: Opened = {}) =>
  openScreen(
    <ReportsLayout hasSeveralGyms>
      <Report
        title="When to staff"
        gym="Old Hall"
        period={
          <ReportPeriod
            path="/reports/when-to-staff"
            asked={asked}
            quick={[
              { name: 'last4Weeks', period: last4Weeks },
              { name: 'lastMonth', period: lastMonth },
            ]}
            today={today}
          />
        }
      >
        {charts}
      </Report>
    </ReportsLayout>,
    { path: '/reports/when-to-staff', hasMain: true, locale },
  );

const showNumbers = (container: Element) => {
  for (const numbers of container.querySelectorAll<HTMLElement>('details[data-numbers] > summary')) numbers.click();
};

test('the charts are accessible at every width, and with their numbers, also in dark colours', async () => {
  const { container } = await open();
  await expectFineAtEveryWidth();
  showNumbers(container);
  await expectAccessible();
  document.documentElement.dataset.theme = 'dark';
  await expectAccessible();
});

test.each(['en', 'de'] as const)('the charts fit every width, with and without their numbers: %s', async (locale) => {
  const { container } = await open({ locale });
  await expectToFitEveryWidth();
  showNumbers(container);
  await expectToFitEveryWidth();
});

test('the numbers are opened before a page is printed, and closed again', async () => {
  const { container } = await open();
  const opened = () => container.querySelectorAll('details[data-numbers][open]').length;
  await page.getByText('Show the numbers').first().click();
  window.dispatchEvent(new Event('beforeprint'));
  expect(opened()).toBe(3);
  window.dispatchEvent(new Event('afterprint'));
  expect(opened()).toBe(1);
});

test('a report is printed under the name of its own gym alone, which need not be that of the page', async () => {
  const { container } = await open();
  const printed = [...container.querySelectorAll('.hidden.print\\:block')].map(({ textContent }) => textContent);
  expect(printed).toEqual(['Old Hall']);
});

test('a chosen period is in the address', async () => {
  const { router } = await open();
  await expect.element(page.getByRole('link', { name: 'Last 4 weeks' })).toHaveAttribute('aria-current', 'true');
  await expect
    .element(page.getByRole('link', { name: 'Last month' }))
    .toHaveAttribute('href', '/g/munich-west/reports/when-to-staff?from=2026-10-01&to=2026-10-31');
  expect(isInUse()).toBe(false);
  await page
    .getByRole('combobox', { name: 'First day' })
    .or(page.getByRole('textbox', { name: 'First day' }))
    .fill('1 Nov 2026');
  await userEvent.tab();
  // the page does not reload for an update before they are sent
  expect(isInUse()).toBe(true);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(router.push).toHaveBeenCalledWith('/g/munich-west/reports/when-to-staff?from=2026-11-01&to=2026-11-26');
});

test('a period that is none is not sent, and the form says why', async () => {
  const { router } = await open();
  const first = page.getByRole('combobox', { name: 'First day' }).or(page.getByRole('textbox', { name: 'First day' }));
  await first.fill('27 Nov 2026');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(page.getByText('The last day is before the first. Choose a later one.')).toBeVisible();
  await first.fill('1 Nov 2020');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(page.getByText('At most 1,096 days. Choose a later first day.')).toBeVisible();
  expect(router.push).not.toHaveBeenCalled();
});

test.each([
  ['unreadable', 'The address names no period'],
  ['beforeFirst', 'The last day of this address is before its first'],
  ['tooLong', 'The period of this address is too long'],
] as const)('a wrong address says so, and marks no period as shown: %s', async (mistake, sentence) => {
  await open({ asked: { period: last4Weeks, mistake } });
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Last 4 weeks' })).not.toHaveAttribute('aria-current');
});

test('all gyms are accessible and fit every width', async () => {
  const now: GymNow = {
    inside: 42,
    capacity: 120,
    waiting: 0,
    kept: 0,
    connection: 'reachable',
    today: { arrivals: 143, usual: { lower: 100, median: 121, upper: 140 } },
  };
  const gyms = [
    now,
    { ...now, waiting: 12, kept: 3 },
    { ...now, inside: 130, connection: 'unreachable' as const, waiting: 4 },
    'failed' as const,
  ].map((one, index) => ({
    id: `${index}`,
    slug: `gym-${index}`,
    name: `Fitness am Donaudampfschifffahrtsplatz ${index}`,
    now: one,
  }));
  await openScreen(
    <ReportsLayout hasSeveralGyms>
      <Report title="Alle Studios" gym={null}>
        <AllGyms gyms={gyms} mayManage fileHref={file} />
      </Report>
    </ReportsLayout>,
    { path: '/reports/all-gyms', hasMain: true, locale: 'de' },
  );
  await expectFineAtEveryWidth();
  await expectAccessible();
});
