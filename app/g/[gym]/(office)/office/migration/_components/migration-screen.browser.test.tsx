import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { changeMigration, migrateMember } from '#app/g/[gym]/(office)/office/migration/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import {
  type FileRefusal,
  largestFileBytes,
  type MigrateOutcome,
  type MigrationOverview,
  type MigrationRun,
  type StartOutcome,
} from '#lib/wire/migration.ts';
import { MigrationScreen } from './migration-screen.tsx';

const runId = '7e6f1d0a-52c3-4b0e-8a39-1c5d7b9e2f44';
const none = { waiting: 0, migrated: 0, alreadyThere: 0, notFound: 0, refused: 0, invalid: 0, repeated: 0 };
const runOf = (given: Partial<MigrationRun>): MigrationRun => ({
  id: runId,
  state: 'running',
  pausedBecause: null,
  waitsFor: null,
  startedAt: '2026-11-25T08:12:00.000Z',
  endedAt: null,
  startedBy: 'Mira Sommer',
  counts: none,
  perSecond: null,
  ...given,
});
const finished = (counts: Partial<MigrationRun['counts']>) =>
  runOf({ state: 'finished', endedAt: '2026-11-25T08:13:00.000Z', counts: { ...none, ...counts } });

const field = page.getByLabelText('User ID');
const progress = page.getByRole('region', { name: 'Being brought over' });
const earlier = page.getByRole('list', { name: 'Earlier lists' }).getByRole('listitem');
const choose = page.getByRole('button', { name: 'Choose file' });

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

async function openMigration({ runs = [], locale = 'en' }: { runs?: MigrationRun[]; locale?: Locale } = {}) {
  const known: { runs: MigrationRun[]; started: StartOutcome } = { runs, started: { kind: 'underWay' } };
  const desk = startFakeDesk({
    '/api/desk/migration': (_, { method }) =>
      method === 'POST' ? { ok: true, value: known.started } : ({ runs: known.runs } satisfies MigrationOverview),
  });
  const screen = <MigrationScreen locationId={here} timeZone="Europe/Berlin" />;
  await openScreen(<OfficeLayout>{screen}</OfficeLayout>, { path: '/office/migration', hasMain: true, locale });
  await expect.poll(() => desk.requests.length).toBeGreaterThanOrEqual(1);
  /** The list after its change, not before: the screen refetches it on its own too. */
  const becomesOnChange = (run: MigrationRun) =>
    vi.mocked(changeMigration).mockImplementation(async () => {
      known.runs = [run];
      return { ok: true, value: null };
    });
  return { known, becomesOnChange, sent: () => desk.requests.filter(({ method }) => method === 'POST') };
}

function sendFile(content: BlobPart): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No file is taken.');
  return userEvent.upload(input, new File([content], 'ids.csv', { type: 'text/csv' }));
}

test('one member is migrated by keyboard', async () => {
  await openMigration();
  const enter = async (outcome: MigrateOutcome, text: string) => {
    vi.mocked(migrateMember).mockResolvedValue({ ok: true, value: outcome });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(text)).toBeVisible();
  };
  field.element().focus();
  await userEvent.keyboard('M-10442{Enter}');
  await expect.element(field).toHaveAccessibleDescription(/A user ID is a whole number, such as 1234567\./);
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  expect(migrateMember).not.toHaveBeenCalled();
  await field.fill('8000000');
  await enter({ kind: 'notPermitted' }, 'may not bring members over. Ask the provider for the permission');
  await enter({ kind: 'notFound', because: 'account' }, 'The member system knows no member with this user ID.');
  await field.fill('17');
  const lena = { accountId: 'of lena', displayName: 'Lena Vogt' };
  await enter({ kind: 'migrated', ...lena }, 'Lena Vogt has been brought over.');
  await expectAccessible();
  await enter({ kind: 'alreadyThere', ...lena }, 'Lena Vogt was here already.');
  await expect
    .element(page.getByRole('link', { name: 'Open profile' }))
    .toHaveAttribute('href', '/g/munich-west/members/of%20lena');
  expect(vi.mocked(migrateMember).mock.lastCall).toEqual([{ locationId: here, legacyUserId: 17 }]);
});

test('an uploaded list shows the accepted rows, the invalid ids and the results', async () => {
  const { known, sent } = await openMigration();
  const firstBad = [{ line: 24, problem: 'shortened' } as const];
  known.started = { kind: 'started', runId, ids: 21, repeated: 1, bad: 1, firstBad };
  known.runs = [finished({ migrated: 20, notFound: 1, invalid: 1, repeated: 1 })];
  await sendFile('userId\n17');
  await expect.element(page.getByText('21 user IDs were taken.')).toBeVisible();
  await expect.element(page.getByText('One row repeats an earlier one.')).toBeVisible();
  await expect.element(page.getByText('row 24 (shortened by the spreadsheet)')).toBeVisible();
  await expect.element(earlier).toHaveTextContent(/Mira Sommer.*Done.*Brought over20.*Not found1/);
  const results = page.getByRole('link', { name: /^Download results of/ });
  await expect.element(results).toHaveAttribute('href', expect.stringContaining(`runId=${runId}`));
  await expect.element(results).toHaveAttribute('download');
  await expectAccessible();
  expect(sent()).toMatchObject([{ body: { size: 9 } }]);

  // the same file can be chosen again
  known.runs = [finished({ alreadyThere: 20 }), ...known.runs.map((run) => ({ ...run, id: 'before' }))];
  await sendFile('userId\n17');
  await expect.element(earlier.first()).toHaveTextContent(/Were here already20/);
  expect(sent()).toHaveLength(2);
});

test('a list is paused, resumed and cancelled', async () => {
  const settling = watchSettling();
  const counts = { ...none, waiting: 380, migrated: 20 };
  const { becomesOnChange } = await openMigration({ runs: [runOf({ counts, perSecond: 3 })] });
  const press = async (name: string) => {
    progress.getByRole('button', { name }).element().focus();
    await userEvent.keyboard('{Enter}');
  };
  await expect.element(progress).toHaveTextContent('3 a second · about 2 minutes left');
  await expect.element(choose).not.toBeInTheDocument();
  becomesOnChange(runOf({ state: 'paused', pausedBecause: 'staff', counts }));
  await press('Pause');
  await expect.element(progress.getByText('Paused.')).toBeVisible();
  // it takes no second tap
  expect(settling()).toContain('Resume');
  await expectAccessible();
  const bar = progress.getByRole('progressbar');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '20');
  becomesOnChange(runOf({ counts: { ...none, waiting: 300, migrated: 100 } }));
  // the second click of a double click on "Pause"
  const resume = progress.getByRole('button', { name: 'Resume' }).element();
  resume.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  await press('Resume');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '100');

  await press('Cancel list');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Members already brought over stay.');
  await expectAccessible();
  becomesOnChange(runOf({ state: 'cancelled', counts }));
  dialog.getByRole('button', { name: 'Cancel list' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The list was cancelled.')).toBeVisible();
  await expect.element(earlier).toHaveTextContent('Cancelled');
  await expect.element(choose).toBeVisible();
  const wishes = vi.mocked(changeMigration).mock.calls.map(([{ change }]) => change);
  expect(wishes).toEqual(['pause', 'resume', 'cancel']);
});

test('a key without the permission pauses the list, with a hint what to ask the provider for', async () => {
  const paused = runOf({ state: 'paused', pausedBecause: 'permissionMissing', counts: { ...none, waiting: 3 } });
  const { becomesOnChange } = await openMigration({ runs: [paused] });
  await expect.element(progress.getByText(/Ask the provider for the permission .*No row is lost\./)).toBeVisible();
  becomesOnChange(finished({ notFound: 3 }));
  await progress.getByRole('button', { name: 'Resume' }).click();
  await expect.element(earlier).toHaveTextContent(/Not found3/);
});

test('a file that is no list is refused with the reason', async () => {
  const { known, sent } = await openMigration();
  const refusals: [FileRefusal, RegExp][] = [
    ['noColumn', /several columns, and none is named userId/],
    ['tooMany', /more than 50,000 user IDs/],
    ['notText', /This is not a CSV file/],
    ['noIds', /There is no user ID in this file/],
  ];
  for (const [because, sentence] of refusals) {
    known.started = { kind: 'refused', because, firstBad: [] };
    await sendFile('Lena;17\nJan;23');
    await expect.element(page.getByText(sentence)).toBeVisible();
  }
  await expectAccessible();
  // a file larger than any list is not sent
  await sendFile(new Uint8Array(largestFileBytes + 1));
  await expect.element(page.getByText(/This file is too large/)).toBeVisible();
  expect(sent()).toHaveLength(refusals.length);
});

test.each(['light', 'dark'])('the page is in German, and nothing is cut off on a phone: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await page.viewport(390, 844);
  const { known } = await openMigration({ locale: 'de' });
  await expect.element(page.getByRole('heading', { name: 'Eine Liste von Mitgliedern' })).toBeVisible();
  const firstBad = [{ line: 151, problem: 'notAnId' } as const];
  known.started = { kind: 'started', runId, ids: 150, repeated: 0, bad: 1, firstBad };
  known.runs = [runOf({ counts: { ...none, waiting: 120, notFound: 30, invalid: 1 }, perSecond: 6 })];
  await sendFile('17');
  await expect.element(page.getByText('150 Benutzernummern wurden angenommen.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Wird übernommen' })).toHaveTextContent('6 pro Sekunde');
  await expectFineAtEveryWidth();
});
