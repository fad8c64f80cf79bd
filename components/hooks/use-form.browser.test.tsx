import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { writtenNumber } from '#lib/wire/written-number.ts';
import { useAction } from './use-action.ts';
import { useForm } from './use-form.ts';
import { useUnsaved } from './use-unsaved.ts';

const stay = z
  .object({ guest: z.string().trim().min(1), first: writtenNumber(z.number().int()), last: writtenNumber(z.number()) })
  .refine(({ first, last }) => first <= last, { params: { rule: 'endsTooEarly' }, path: ['last'] });
type Stay = z.infer<typeof stay>;

const initial = { guest: '', first: '1', last: '2' };
const save = vi.fn<(stay: Stay) => Promise<ActionResult<null>>>();
const done = { ok: true, value: null } as const;
const refused = (fieldErrors?: Record<string, string>): ActionResult<null> => ({
  ok: false,
  error: {
    code: fieldErrors ? 'invalidInput' : 'platformUnavailable',
    message: '',
    requestId: 'r',
    retryable: true,
    fieldErrors,
  },
});

function StayForm() {
  const [staff, setStaff] = useState({ id: 'ana', displayName: 'Ana Keller' });
  const action = useAction(save);
  const form = useForm(stay, { initial, action, mistakeOf: (rule, field) => `${field}: ${rule}` });
  useUnsaved(form.isUnsaved);
  const submit = form.submit(async (value) => {
    const result = await action.run(value);
    if (!result?.ok) return result;
    form.beginAnew(form.values);
    return result;
  });
  return (
    <>
      <button type="button" onClick={() => setStaff({ id: 'mira', displayName: 'Mira Sommer' })}>
        Badge
      </button>
      <form noValidate method="post" onSubmit={submit}>
        {form.isUnsaved && <BegunBy staff={staff} />}
        <PendingFields isPending={form.isPending}>
          <TextField {...form.field('guest')} label="Guest" error={form.mistakes.guest} />
          <TextField {...form.field('first')} label="First" error={form.mistakes.first} />
          <TextField {...form.field('last')} label="Last" error={form.mistakes.last} />
        </PendingFields>
        <Problem>{form.failure}</Problem>
        <PendingButton type="submit" isPending={form.isPending}>
          Save
        </PendingButton>
      </form>
    </>
  );
}

const guest = page.getByLabelText('Guest');
const first = page.getByLabelText('First');
const last = page.getByLabelText('Last');
const press = page.getByRole('button', { name: 'Save' });

test('every mistake is shown at its field, the first is focused, and nothing is sent', async () => {
  await openScreen(<StayForm />);
  await first.fill('4');
  expect(document.querySelector('[aria-invalid]')).toBeNull();
  await last.fill('soon');
  await press.click();
  await expect.element(guest).toHaveFocus();
  await expect.element(guest).toHaveAccessibleDescription('guest: too_small');
  await expect.element(last).toHaveAccessibleDescription('last: invalid_type');
  await expect.element(first).toBeValid();
  expect(save).not.toHaveBeenCalled();
});

test('a mistake disappears with its value, the others stay, and typing keeps the focus', async () => {
  await openScreen(<StayForm />);
  await last.fill('soon');
  await press.click();
  await guest.fill('N');
  await expect.element(guest).toBeValid();
  await expect.element(last).toHaveAccessibleDescription('last: invalid_type');
  await expect.element(guest).toHaveFocus();
});

test('a rule on two fields has the schema’s name, and a change of either clears it', async () => {
  await openScreen(<StayForm />);
  await guest.fill('Nora');
  for (const [mended, value] of [
    [first, '2'],
    [last, '9'],
  ] as const) {
    await first.fill('7');
    await last.fill('3');
    await press.click();
    await expect.element(last).toHaveAccessibleDescription('last: endsTooEarly');
    await mended.fill(value);
    await expect.element(last).toBeValid();
  }
});

test('repeated submits call the action once with the parsed value, and fields are disabled meanwhile', async () => {
  const answer = Promise.withResolvers<ActionResult<null>>();
  save.mockReturnValue(answer.promise);
  await openScreen(<StayForm />);
  await guest.fill(' Nora ');
  expect(isPageHeld()).toBe(true);
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Enter}');
  await expect.element(press).toHaveAttribute('aria-disabled', 'true');
  // the focus has moved to the button
  await expect.element(press).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(guest.element().closest('[inert]')).not.toBeNull();
  answer.resolve(done);
  await expect.element(press).toHaveAttribute('aria-disabled', 'false');
  await expect.poll(isPageHeld).toBe(false);
  expect(save.mock.calls).toEqual([[{ guest: 'Nora', first: 1, last: 2 }]]);
});

test('a failure keeps the input and shows a message, which the next change clears', async () => {
  save.mockResolvedValueOnce(refused());
  await openScreen(<StayForm />);
  await guest.fill('Nora');
  await last.fill('9');
  await press.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The member system cannot be reached');
  await expect.element(guest).toHaveValue('Nora');
  await expect.element(last).toHaveValue('9');
  expect(isPageHeld()).toBe(true);
  await last.fill('8');
  await expect.element(alert).not.toBeInTheDocument();
  save.mockResolvedValueOnce(done);
  await press.click();
  await expect.poll(() => save.mock.lastCall).toEqual([{ guest: 'Nora', first: 1, last: 8 }]);
});

test('field errors returned by the desk are shown at their fields, not above the button', async () => {
  save.mockResolvedValueOnce(refused({ 'stay.last': 'Must be free.' }));
  await openScreen(<StayForm />);
  await guest.fill('Nora');
  await press.click();
  await expect.element(last).toHaveAccessibleDescription('last: refused');
  await expect.element(last).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await guest.fill('Otto');
  await expect.element(last).toHaveAccessibleDescription('last: refused');
  await last.fill('3');
  await expect.element(last).toBeValid();
});

function PhoneForm() {
  const form = useForm(z.object({ phone: z.string().min(1) }), { initial: { phone: '' }, mistakeOf: () => 'Missing.' });
  const [told, setTold] = useState<string | null>(null);
  const submit = form.submit(
    ({ phone }) => void setTold(`Asked for ${phone}.`),
    (fields) => ({ phone: String(fields.get('phone')) }),
  );
  return (
    <form noValidate method="post" onSubmit={submit}>
      <TextField name="phone" label="Phone" error={form.mistakes.phone} onChange={form.field('phone').onChange} />
      <p>{told}</p>
    </form>
  );
}

test('text typed before hydration counts where the form reads its fields', async () => {
  await openScreen(<PhoneForm />);
  const phone = page.getByLabelText('Phone');
  const input = document.querySelector('input');
  if (!input) throw new Error('There is no field.');
  input.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(phone).toHaveAccessibleDescription('Missing.');
  // this change fires no event
  input.value = '089 123456';
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Asked for 089 123456.')).toBeVisible();
  await expect.element(phone).toBeValid();
});

test('after a change of user the input stays, with the name of the user who began it', async () => {
  save.mockResolvedValueOnce(done);
  await openScreen(<StayForm />);
  await guest.fill('Nora');
  await page.getByRole('button', { name: 'Badge' }).click();
  await expect.element(page.getByText('Started by Ana Keller')).toBeVisible();
  await expect.element(guest).toHaveValue('Nora');
  await press.click();
  await expect.element(page.getByText('Started by Ana Keller')).not.toBeInTheDocument();
  expect(save).toHaveBeenCalledWith({ guest: 'Nora', first: 1, last: 2 });
});

const roomForm = z.object({ guest: z.string().min(1), room: z.string().min(1) });

/** A form whose second field is on the screen only at times. */
function RoomForm({ isRoomShown }: { isRoomShown: boolean }) {
  const form = useForm(roomForm, { initial: { guest: '', room: '' }, mistakeOf: (rule) => rule });
  return (
    <form noValidate method="post" onSubmit={form.submit(() => {})}>
      <Problem>{form.failure}</Problem>
      <TextField {...form.field('guest')} label="Guest" error={form.mistakes.guest} />
      {isRoomShown && <TextField {...form.field('room')} label="Room" error={form.mistakes.room} />}
      <PendingButton type="submit" isPending={false}>
        Save
      </PendingButton>
    </form>
  );
}

const ownMistake = page.getByRole('alert').filter({ hasText: 'could not be understood' });

test('a mistake whose field is not on the screen is shown as one of the form, next to those of its fields', async () => {
  await openScreen(<RoomForm isRoomShown={false} />);
  await press.click();
  await expect.element(guest).toHaveFocus();
  await expect.element(guest).toHaveAccessibleDescription('too_small');
  await expect.element(ownMistake).toBeVisible();
  await guest.fill('Nora');
  await expect.element(ownMistake).toBeVisible();
  await press.click();
  await expect.element(ownMistake).toBeVisible();
  await expect.element(press).toHaveFocus();
});

test('with its field on the screen it is shown there only', async () => {
  await openScreen(<RoomForm isRoomShown />);
  await guest.fill('Nora');
  await press.click();
  await expect.element(page.getByLabelText('Room')).toHaveFocus();
  await expect.element(page.getByLabelText('Room')).toHaveAccessibleDescription('too_small');
  await expect.element(ownMistake).not.toBeInTheDocument();
});
