import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { saveRetention } from '#app/g/[gym]/(office)/office/members-data/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { RetentionScreen } from './retention-screen.tsx';

const everything = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };
const staff = { id: 'mira', displayName: 'Mira Sommer' };
const screen = <RetentionScreen locationId={here} staff={staff} retention={everything} />;
const visits = page.getByLabelText('Visits (months)');

test('periods are chosen by keyboard, ask for confirmation before anything is deleted, and pages are then rendered anew', async () => {
  const { router } = await openScreen(screen);
  await expect.element(visits).toHaveValue('');
  visits.element().focus();
  await userEvent.keyboard('24{Tab}12{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Delete older records?' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saveRetention).not.toHaveBeenCalled();

  await expect.element(page.getByLabelText('Audit log (months)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  const chosen = { ...everything, keepVisitsMonths: 24, keepAuditLogMonths: 12 };
  vi.mocked(saveRetention).mockResolvedValue({ ok: true, value: { kind: 'saved', now: chosen } });
  dialog.getByRole('button', { name: 'Save and delete' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The periods are saved.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();

  expect(router.refresh).toHaveBeenCalledTimes(1);

  // a longer period deletes nothing more
  const longer = { ...chosen, keepVisitsMonths: 36 };
  vi.mocked(saveRetention).mockResolvedValue({ ok: true, value: { kind: 'saved', now: longer } });
  await visits.fill('36');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => vi.mocked(saveRetention).mock.calls)
    .toEqual([[{ locationId: here, base: everything, chosen }], [{ locationId: here, base: chosen, chosen: longer }]]);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(visits).toHaveValue('36');
});

const log = page.getByLabelText('Audit log (months)');
const follow = page.getByRole('button', { name: 'Follow' });

/** The page, with visits kept for twelve months longer at each press. */
function Followed() {
  const [keepVisitsMonths, setMonths] = useState(12);
  return (
    <>
      <RetentionScreen locationId={here} staff={staff} retention={{ ...everything, keepVisitsMonths }} />
      <button type="button" onClick={() => setMonths(keepVisitsMonths + 12)}>
        Follow
      </button>
    </>
  );
}

test('periods that change elsewhere are shown as long as nothing is unsaved', async () => {
  await openScreen(<Followed />);
  await follow.click();
  await expect.element(visits).toHaveValue('24');
  await log.fill('18');
  await follow.click();
  await expect.element(visits).toHaveValue('24');
  await log.fill('');
  await expect.element(visits).toHaveValue('36');
});

test('saved periods stay in the form until the page has newer ones, also after another manager has changed some', async () => {
  await openScreen(<Followed />);
  await log.fill('18');
  await follow.click();
  const now = { ...everything, keepVisitsMonths: 24, keepAuditLogMonths: 18 };
  vi.mocked(saveRetention).mockResolvedValue({ ok: true, value: { kind: 'saved', now } });
  log.element().focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click();
  await expect.element(page.getByText('The periods are saved.')).toBeVisible();
  // the page was not rendered anew yet
  await expect.element(visits).toHaveValue('24');
  await expect.element(log).toHaveValue('18');
  await follow.click();
  await expect.element(visits).toHaveValue('36');
});

test('a period out of range is refused at its field', async () => {
  await openScreen(screen);
  await visits.fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(visits).toHaveFocus();
  await expect.element(visits).toHaveAccessibleDescription(/Enter a whole number from 4 to 120\./);
  await expectAccessible();
  expect(saveRetention).not.toHaveBeenCalled();
});

test('the periods and the question are in German', async () => {
  await openScreen(screen, { locale: 'de' });
  await expect.element(page.getByRole('heading', { name: 'Aufbewahrung' })).toBeVisible();
  await page.getByLabelText('Besuche (Monate)').fill('24');
  await page.getByRole('button', { name: 'Fristen speichern' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Ältere Einträge löschen?' })).toBeVisible();
  await expectAccessible();
});
