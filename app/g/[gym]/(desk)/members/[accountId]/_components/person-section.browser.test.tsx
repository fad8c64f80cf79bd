import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { lena, lenaWith } from '#app/_testing/sample-profile.ts';
import { saveMember } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { EditOutcome, ProfileAnswer } from '#lib/wire/members.ts';
import { PersonSection } from './person-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const edit = page.getByRole('button', { name: 'Edit' });
const form = page.getByRole('form', { name: 'Edit' });
const save = form.getByRole('button', { name: 'Save' });
const field = (name: string) => form.getByLabelText(name, { exact: true });
const toMembers = page.getByRole('link', { name: 'Members' });
const toThisPage = page.getByRole('link', { name: 'This page' });
const question = page.getByRole('dialog', { name: 'Leave without saving?' });
/** The value beside a label. */
const fact = (name: string) =>
  expect.poll(() => {
    const terms = [...document.querySelectorAll('dt')];
    return terms.find(({ textContent }) => textContent === name)?.nextElementSibling?.textContent;
  });

async function focus(target: Locator) {
  await expect.element(target).toBeVisible();
  target.element().focus();
}

async function openPerson(answer: ProfileAnswer = { kind: 'current', profile: lena }, locale: Locale = 'en') {
  startFakeDesk({ '/api/desk/members/a': answer });
  const followed = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  await openScreen(
    <AtCounter>
      <a href="/members" onClick={followed}>
        Members
      </a>
      <a href={window.location.pathname} onClick={followed}>
        This page
      </a>
      <PersonSection {...section} />
      <LeaveQuestion />
    </AtCounter>,
    { locale, path: '/members/a' },
  );
  return { followed };
}

async function openForm() {
  const opened = await openPerson();
  await edit.click();
  return opened;
}

const answer = (value: EditOutcome) => vi.mocked(saveMember).mockResolvedValueOnce({ ok: true, value });
const saved = (changes: Parameters<typeof lenaWith>[0]) => answer({ kind: 'saved', profile: lenaWith(changes) });

test('a link from unsaved input is followed after a confirmation, and without one if nothing is unsaved or the page stays', async () => {
  const { followed } = await openForm();
  await field('First name').fill('Wilhelmine');
  await toMembers.click();
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field('First name')).toHaveValue('Wilhelmine');
  // values restored to the saved ones are not unsaved
  await field('First name').fill('Lena');
  expect(followed).not.toHaveBeenCalled();
  await toMembers.click();
  expect(followed).toHaveBeenCalledTimes(1);
  await expect.element(question).not.toBeInTheDocument();

  await field('First name').fill('Wilhelmine');
  await toThisPage.click();
  expect(followed).toHaveBeenCalledTimes(2);
  await expect.element(question).not.toBeInTheDocument();
  await focus(toMembers);
  await userEvent.keyboard('{Enter}');
  expect(followed).toHaveBeenCalledTimes(2);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => followed.mock.calls.length).toBe(3);
});

test('fields are changed and cleared by keyboard, and the focus returns', async () => {
  await openPerson();
  await focus(edit);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('First name')).toHaveFocus();
  await userEvent.keyboard('{Tab}{Control>}a{/Control}Kern-Vogt{Tab}{Tab}');
  await expect.element(field('Phone')).toHaveFocus();
  saved({ lastName: 'Kern-Vogt', 'contact.phone': '' });
  await userEvent.keyboard('{Control>}a{/Control}{Delete}{Enter}');
  await expect.element(edit).toHaveFocus();
  await fact('Last name').toBe('Kern-Vogt');
  await fact('E-mail').toBe('lena@demo.example');
  await fact('Phone').toBeUndefined();
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  const values = lenaWith({ lastName: 'Kern-Vogt', 'contact.phone': '' }).values;
  expect(vi.mocked(saveMember).mock.calls).toEqual([
    [{ locationId: here, accountId: 'a', base: lena.values, values, tan: '' }],
  ]);
});

test('all mistakes are shown at their fields, each disappears when corrected, and the input stays', async () => {
  await openForm();
  await field('Town').fill('Erding');
  await field('E-mail').fill('lena@');
  const end = form.getByRole('textbox', { name: 'End of contract' });
  const birth = form.getByRole('textbox', { name: 'Date of birth' });
  await end.fill('1.1.2001');
  await birth.fill('31.2.1990');
  answer({
    kind: 'invalid',
    problems: {
      email: { code: 'notAnEmail' },
      dateOfBirth: { code: 'notADate' },
      'membership.endOfContract': { code: 'endsBeforeStart' },
    },
  });
  await save.click();
  await expect.element(field('E-mail')).toHaveFocus();
  const asked = vi.mocked(saveMember).mock.calls[0]?.[0].values;
  expect(asked).toMatchObject({ email: 'lena@', 'membership.endOfContract': '2001-01-01', dateOfBirth: '31.2.1990' });
  await expect.element(field('E-mail')).toHaveAccessibleDescription(/not a complete e-mail address/);
  await expect.element(end).toHaveAccessibleDescription(/would end before it starts/);
  await expect.element(end).toHaveValue('1 Jan 2001');
  await expect.element(birth).toHaveAccessibleDescription(/complete date/);
  await focus(end);
  await userEvent.keyboard('{Delete}');
  await expect.element(end).toHaveFocus();
  await expect.element(end).toHaveValue('');
  await userEvent.keyboard('{Tab}');
  await expect.element(end).not.toHaveAccessibleDescription(/would end/);
  await expect.element(field('E-mail')).toHaveAccessibleDescription(/not a complete e-mail address/);
  await expect.element(field('Town')).toHaveValue('Erding');
  await expectAccessible();
});

test('a value that another member has is refused at its field, with a link to that member', async () => {
  await openForm();
  await field('Town').fill('Erding');
  await field('E-mail').fill('jonas@demo.example');
  const other = { accountId: 'b', displayName: 'Jonas Brandt' };
  answer({ kind: 'invalid', problems: { email: { code: 'emailTaken', other } } });
  await save.click();
  await expect.element(field('E-mail')).toHaveFocus();
  await expect.element(field('E-mail')).toHaveAccessibleDescription(/Somebody else.*Jonas Brandt/);
  await field('E-mail').fill('lena@demo.example');
  await expect.element(form.getByRole('link', { name: 'Jonas Brandt' })).not.toBeInTheDocument();
  answer({ kind: 'invalid', problems: { 'membership.membershipId': { code: 'membershipIdTaken', other } } });
  await save.click();
  await expect
    .element(form.getByRole('link', { name: 'Jonas Brandt' }))
    .toHaveAttribute('href', '/g/munich-west/members/b');
  await expect.element(field('Membership id')).toHaveFocus();
  await expect.element(field('Town')).toHaveValue('Erding');
});

test('a change to a corporate membership asks for a TAN', async () => {
  await openForm();
  await focus(form.getByLabelText('Membership type'));
  await userEvent.keyboard('{Enter}');
  await page.getByRole('option', { name: 'Corporate' }).click();
  answer({ kind: 'invalid', problems: { 'membership.verificationTAN': { code: 'tanMissing' } } });
  await save.click();
  const tan = field('Verification TAN');
  await expect.element(tan).toHaveFocus();
  await tan.fill('000000000');
  answer({ kind: 'invalid', problems: { 'membership.verificationTAN': { code: 'tanUnknown' } } });
  await save.click();
  await expect.element(tan).toHaveAccessibleDescription(/does not know this TAN/);
  await tan.fill('123456789');
  saved({ 'membership.membershipType': 'CORPORATE_FITNESS' });
  await save.click();
  await fact('Membership type').toBe('Corporate');
  expect(vi.mocked(saveMember).mock.calls.map(([{ tan }]) => tan)).toEqual(['', '000000000', '123456789']);
});

test('an outage of the member system loses no input, and a retry saves it', async () => {
  await openForm();
  await field('Town').fill('Erding');
  const error = { code: 'platformUnavailable', message: '', requestId: 'r', retryable: true } as const;
  vi.mocked(saveMember).mockResolvedValueOnce({ ok: false, error });
  await save.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'member system cannot be reached' })).toBeVisible();
  await expect.element(field('Town')).toHaveValue('Erding');
  saved({ 'contact.city': 'Erding' });
  await save.click();
  await fact('Town').toBe('Erding');
});

test('a member shown from the local copy cannot be edited', async () => {
  const confirmedAt = '2026-11-24T08:41:00Z';
  await openPerson({ kind: 'remembered', because: 'platformUnavailable', profile: lena, confirmedAt });
  await fact('E-mail').toBe('lena@demo.example');
  await expect.element(edit).not.toBeInTheDocument();
});

test('concurrent edits are merged, and conflicting fields are asked about', async () => {
  await openForm();
  await field('Town').fill('Dachau');
  await field('Street').fill('Hauptstraße');
  const now = lenaWith({ 'contact.city': 'Erding', 'contact.phone': '+49 89 2' }).values;
  const conflicts = [{ field: 'contact.city', mine: 'Dachau', theirs: 'Erding' } as const];
  answer({ kind: 'changedMeanwhile', conflicts, now });
  await save.click();
  const choice = page.getByRole('group', { name: 'Town' });
  await expect.element(choice.getByRole('radio', { name: 'Yours: Dachau' })).toHaveFocus();
  await expectAccessible();
  await save.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Choose one of the two' })).toBeVisible();
  expect(saveMember).toHaveBeenCalledTimes(1);
  await choice.getByRole('radio', { name: 'Now: Erding' }).click();
  const values = { ...now, 'contact.street': 'Hauptstraße' };
  saved(values);
  await save.click();
  await fact('Town').toBe('Erding');
  await fact('Street').toBe('Hauptstraße');
  await fact('Phone').toBe('+49 89 2');
  expect(vi.mocked(saveMember).mock.calls[1]?.[0]).toMatchObject({ base: now, values });
});

test('a member is edited in German', async () => {
  await openPerson({ kind: 'current', profile: lena }, 'de');
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  const firstName = page.getByLabelText('Vorname');
  await page.getByLabelText('Ort').fill('');
  await firstName.fill('');
  answer({ kind: 'invalid', problems: { firstName: { code: 'required' } } });
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect.element(firstName).toHaveAccessibleDescription('Bitte ausfüllen.');
  await firstName.fill('Änne');
  saved({ firstName: 'Änne', 'contact.city': '' });
  await page.getByRole('button', { name: 'Speichern' }).click();
  await fact('Vorname').toBe('Änne');
  await expect.element(page.getByRole('region', { name: 'Person und Mitgliedschaft' })).toBeVisible();
});
