import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  askEmail,
  beginning,
  beginProspect,
  button,
  expectCreated,
  field,
  openNewMember,
} from '#app/_testing/new-member.tsx';
import { createMember, lookUpEmail } from '#app/g/[gym]/(desk)/members/new/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { lena } from '#components/testing/sample-verdicts.ts';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import type { FieldProblems } from '#lib/wire/members.ts';
import type { CreateOutcome, EmailAnswer } from '#lib/wire/new-member.ts';

const main = page.getByRole('main');
const alert = main.getByRole('alert');
const more = main.getByText('More fields');
const knows = (value: EmailAnswer) => void vi.mocked(lookUpEmail).mockResolvedValue({ ok: true, value });
const answers = (value: CreateOutcome) => void vi.mocked(createMember).mockResolvedValue({ ok: true, value });
const isWrong = (problems: FieldProblems) => answers({ kind: 'invalid', problems });
/** The last request. */
const asked = () => vi.mocked(createMember).mock.lastCall?.[0];

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test('a prospect is created in three fields with the keyboard alone', async () => {
  const { router } = await openNewMember();
  await expect.element(field('E-mail')).toHaveFocus();
  await userEvent.keyboard('nora@example.com{Enter}');
  await expect.element(field('First name')).toHaveFocus();
  await expect.element(main).toHaveTextContent('Membership id P-261125-7KQ4 · from 25 Nov 2026');
  await userEvent.keyboard('Nora{Tab}Kern{Tab}{Enter}');
  // one letter: a select forgets earlier letters after a second, and a busy machine may take that long for the next one
  await userEvent.keyboard('f');
  await expect.element(page.getByRole('option', { name: 'Female', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Gender')).toHaveTextContent('Female');
  answers({ kind: 'created', accountId: 'a-9', displayName: 'Nora Kern' });
  button('Create').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.push.mock.calls).toEqual([['/g/munich-west/members/a-9']]);
  await expect.element(page.getByText('Nora Kern was added.')).toBeVisible();
  expect(asked()).toMatchObject({
    tan: '',
    values: {
      email: 'nora@example.com',
      firstName: 'Nora',
      lastName: 'Kern',
      gender: 'FEMALE',
      'membership.membershipType': 'PROSPECT',
      'membership.membershipId': 'P-261125-7KQ4',
      'membership.startOfContract': '2026-11-25',
    },
  });
});

test('an existing member is found by the e-mail address', async () => {
  const { router } = await openNewMember();
  knows({ kind: 'member', member: lena });
  await askEmail('lena@demo.example');
  await expect.element(main).toHaveTextContent('Somebody with this e-mail is already a member');
  await expect.element(main).toHaveTextContent('Lena Vogt');
  await expect.element(button('Open profile')).toHaveFocus();
  await expectAccessible();
  await button('Use another e-mail').click();
  await expect.element(field('E-mail')).toBeVisible();
  await askEmail('lena@demo.example');
  await button('Open profile').click();
  expect(router.push.mock.calls).toEqual([['/g/munich-west/members/account-of-lena']]);
});

test('missing values are reported at their fields, also at collapsed ones', async () => {
  await openNewMember();
  await askEmail('nora@example');
  await expect.element(main).toHaveTextContent('This is not a complete e-mail address.');
  await field('E-mail').fill('nora@example.c');
  await expect.element(main).not.toHaveTextContent('This is not a complete e-mail address.');
  await askEmail('nora@example.com');
  isWrong({ firstName: { code: 'required' }, lastName: { code: 'required' }, gender: { code: 'required' } });
  await button('Create').click();
  await expect.element(field('First name')).toHaveFocus();
  await expect.element(field('First name')).toHaveAccessibleDescription('This has to be filled in.');
  const gender = field('Gender');
  await expect.element(gender).toHaveAttribute('aria-invalid', 'true');
  await field('First name').fill('Nora');
  await field('Last name').fill('Kern');
  gender.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: 'Choose' })).toHaveFocus();
  await userEvent.keyboard('{End}{Escape}');
  await expect.element(gender).toHaveFocus();
  await expect.element(gender).toHaveTextContent('Choose');
  await userEvent.keyboard('{Enter}');
  for (const option of ['Choose', 'Male', 'Female']) {
    await expect.element(page.getByRole('option', { name: option, exact: true })).toHaveFocus();
    await userEvent.keyboard(option === 'Female' ? '{Enter}' : '{ArrowDown}');
  }
  await expect.element(gender).toHaveTextContent('Female');
  await expect.element(gender).not.toHaveAttribute('aria-invalid', 'true');
  await more.click();
  await field('Membership id').fill('');
  await more.click();
  await expect.element(field('Membership id')).not.toBeVisible();
  isWrong({ 'membership.membershipId': { code: 'required' } });
  await button('Create').click();
  await expect.element(field('Membership id')).toHaveFocus();
  await expectAccessible();
});

test('a taken membership id shows its owner and offers another id', async () => {
  await openNewMember();
  await beginProspect();
  answers({ kind: 'exists', through: 'membershipId', by: lena, idEnding: '261125-ZZZZ' });
  await more.click();
  await field('Membership id').fill('M-10442');
  await button('Create').click();
  await expect.element(alert).toHaveTextContent('Lena Vogt has the membership id M-10442');
  await expect
    .element(page.getByRole('link', { name: /^Open Lena Vogt/ }))
    .toHaveAttribute('href', '/g/munich-west/members/account-of-lena');
  await expect.element(field('First name')).toHaveValue('Nora');
  await expectAccessible();
  await button('Create with id P-261125-ZZZZ').click();
  await expect.poll(() => asked()?.values['membership.membershipId']).toBe('P-261125-ZZZZ');
});

test('the e-mail address of a former member asks whether it is the same person', async () => {
  const { router } = await openNewMember();
  knows({ kind: 'former', person: null, ...beginning });
  await beginProspect('otto@example.com', ['Ottilie', 'Neu']);
  await expect.element(main).toHaveTextContent('Somebody with this e-mail was a member before');
  answers({ kind: 'formerOtherPerson' });
  await button('Create').click();
  await expect.element(alert).toHaveTextContent('This e-mail belonged to a former member with a different name');
  await expectAccessible();
  await button('Compare the name').click();
  await expect.element(field('First name')).toHaveFocus();
  await field('First name').fill('Nora');
  await field('Last name').fill('Kern');
  await expectCreated(router);
  expect(asked()?.values).toMatchObject({ email: 'otto@example.com', firstName: 'Nora', lastName: 'Kern' });
});

test('a corporate member needs a TAN, and an unknown TAN is reported', async () => {
  const { router } = await openNewMember();
  await beginProspect();
  await page.getByRole('radio', { name: 'Corporate fitness' }).click();
  await expect.element(field('First name')).toHaveValue('Nora');
  isWrong({ 'membership.verificationTAN': { code: 'tanMissing' } });
  await button('Create').click();
  const tan = field('Verification TAN');
  await expect.element(tan).toHaveFocus();
  isWrong({ 'membership.verificationTAN': { code: 'tanUnknown' } });
  await tan.fill('999999999');
  await button('Create').click();
  await expect.element(tan).toHaveAccessibleDescription(/does not know this TAN/);
  await expectAccessible();
  await tan.fill('123456789');
  await expectCreated(router);
  expect(asked()).toMatchObject({ tan: '123456789', values: { 'membership.membershipType': 'CORPORATE_FITNESS' } });
});

test('an e-mail address that the platform refuses is reported, and another one creates the member', async () => {
  const { router } = await openNewMember();
  await beginProspect();
  answers({ kind: 'emailForbidden' });
  await button('Create').click();
  await expect.element(alert).toHaveTextContent('The member system does not accept this e-mail address');
  await button('Use another e-mail').click();
  await expect.element(field('E-mail')).toHaveValue('nora@example.com');
  await askEmail('nora.kern@example.com');
  await expect.element(field('First name')).toHaveValue('Nora');
  await expectCreated(router);
  expect(asked()?.values).toMatchObject({ email: 'nora.kern@example.com', firstName: 'Nora' });
});

test('leaving the page asks first if there is input, in every step', async () => {
  const { router, left } = await openNewMember();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const toMembers = () => page.getByRole('link', { name: 'Members', exact: true }).click();
  const stay = () => question.getByRole('button', { name: 'Keep editing' }).click();
  await askEmail('nora@example.com');
  await more.click();
  await field('Phone').fill('089 123456');
  await toMembers();
  await stay();
  await button('Change').click();
  await toMembers();
  await stay();
  knows({ kind: 'member', member: lena });
  await askEmail('lena@demo.example');
  await button('Open profile').click();
  await stay();
  await button('Use another e-mail').click();
  knows({ kind: 'new', ...beginning });
  await askEmail('nora@example.com');
  await more.click();
  await expect.element(field('Phone')).toHaveValue('089 123456');
  await toMembers();
  expect([left.mock.calls, router.push.mock.calls]).toEqual([[], []]);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => left.mock.calls.length).toBe(1);
});

test('a typed e-mail address counts as input: a session that ends covers the page, and leaving it asks', async () => {
  const { left } = await openNewMember();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  expect(isPageHeld()).toBe(false);
  await field('E-mail').fill('nora@');
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(field('E-mail')).toHaveValue('nora@');
  await field('E-mail').fill('');
  await expect.poll(isPageHeld).toBe(false);
  knows({ kind: 'member', member: lena });
  await askEmail('lena@demo.example');
  await expect.element(main).toHaveTextContent('Somebody with this e-mail is already a member');
  await expect.poll(isPageHeld).toBe(false);
  await button('Use another e-mail').click();
  knows({ kind: 'new', ...beginning });
  await askEmail('nora@example.com');
  await expect.element(field('First name')).toBeVisible();
  expect(isPageHeld()).toBe(true);
  await button('Change').click();
  expect(isPageHeld()).toBe(true);
  expect(left).not.toHaveBeenCalled();
});

test('an outage loses no input, and a retry sends the same request', async () => {
  const { router } = await openNewMember();
  await beginProspect();
  answers({ kind: 'unanswered' });
  await button('Create').click();
  await expect.element(alert).toHaveTextContent('No answer from the member system yet');
  await expectAccessible();
  await expectCreated(router);
  const [first, second] = vi.mocked(createMember).mock.calls;
  expect(second).toEqual(first);
});

test.each(['light', 'dark'])('no step to a new member has axe violations, in %s colours', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openNewMember();
  await expectAccessible();
  await askEmail('nora@example.com');
  await expect.element(field('First name')).toBeVisible();
  await more.click();
  await expectAccessible();
  await page.getByRole('radio', { name: 'Member', exact: true }).click();
  await expectAccessible();
});
