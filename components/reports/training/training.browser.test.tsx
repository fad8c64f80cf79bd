import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Report } from '#components/reports/report.tsx';
import { ReportsLayout } from '#components/reports/reports-layout.tsx';
import {
  expectAccessible,
  expectFineAtEveryWidth,
  expectToFitEveryWidth,
} from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { pathAt } from '#lib/wire/path-at.ts';
import { due, use } from './_testing/training.ts';
import { Due } from './due.tsx';
import { MachineHours } from './machine-hours.tsx';
import { Machines } from './machines.tsx';
import { TrainingPeriod } from './training-period.tsx';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

const file = pathAt('here', '/api/desk/reports/training/file');
const period = { from: '2026-10-30', to: '2026-11-26' };

const open = (locale: 'en' | 'de') =>
  openScreen(
    <ReportsLayout hasSeveralGyms>
      <Report title="Training" gym="Munich West">
        <Due due={due} choice={{ weeks: 12 }} period={period} fileHref={file} isLinked />
        <Machines use={use} from={period.from} fileHref={file} />
        <MachineHours use={use} from={period.from} fileHref={file} />
      </Report>
    </ReportsLayout>,
    { path: '/reports/training', hasMain: true, locale },
  );

test('the report is accessible at every width, with its numbers, and in dark colours', async () => {
  const { container } = await open('en');
  await expect.element(page.getByRole('link', { name: '12 weeks' })).toHaveAttribute('aria-current', 'true');
  await expectFineAtEveryWidth();
  for (const numbers of container.querySelectorAll<HTMLElement>('details > summary')) numbers.click();
  await expectToFitEveryWidth();
  await expectAccessible();
  document.documentElement.dataset.theme = 'dark';
  await expectAccessible();
});

test('in German it fits every width', async () => {
  await open('de');
  await expectToFitEveryWidth();
});

test('another period keeps the chosen weeks', async () => {
  const { router } = await openScreen(
    <TrainingPeriod asked={{ period, mistake: null }} choice={{ weeks: 26 }} today="2026-11-27" />,
    { path: '/reports/training' },
  );
  await expect
    .element(page.getByRole('link', { name: 'Last 12 weeks' }))
    .toHaveAttribute('href', '/g/munich-west/reports/training?from=2026-09-04&to=2026-11-26&weeks=26');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(router.push).toHaveBeenCalledWith('/g/munich-west/reports/training?from=2026-10-30&to=2026-11-26&weeks=26');
});
