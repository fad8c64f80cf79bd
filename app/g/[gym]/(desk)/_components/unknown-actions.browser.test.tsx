import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AtCounter, ana } from '#app/_testing/at-counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { unknown } from '#components/testing/sample-verdicts.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import type { UnknownVerdict } from '#lib/wire/verdict.ts';
import { UnknownActions } from './unknown-actions.tsx';

const give = page.getByRole('button', { name: 'Give to a member' });
const setUp = page.getByRole('link', { name: 'Set up this reader' });
const askManager = page.getByText('A manager can set it up in the office, under Readers.');

type Scanned = UnknownVerdict['scanned'];
type Said = Pick<UnknownVerdict, 'scanned' | 'reasons' | 'isScan'>;
const notKnown = (scanned: Scanned, code: 'numberUnknown' | 'cardUnknown' | 'membershipIdUnknown'): Said => ({
  scanned,
  reasons: [{ code, nextActor: 'reception' }],
});
const unreadable = (text: string, problem: string): Said => ({
  scanned: { kind: 'unreadable', text },
  reasons: [{ code: 'unreadable', problem, keyboardLayout: null, nextActor: 'reception' }],
});

const unknownElsewhere: Said = {
  scanned: { kind: 'rfid', text: '0x1234 5678' },
  reasons: [{ code: 'membershipIdUnknown', nextActor: 'reception' }],
};

async function open(said: Said, role: StaffRole = 'manager') {
  const onAssign = vi.fn();
  await openScreen(
    <AtCounter staff={{ ...ana, role }}>
      <UnknownActions verdict={{ ...unknown, isScan: true, ...said }} onAssign={onAssign} />
    </AtCounter>,
  );
  return onAssign;
}

test.each([
  ['a padded decimal number', notKnown({ kind: 'membershipId', text: '0412268238' }, 'numberUnknown'), 2],
  ['thirteen digits', notKnown({ kind: 'membershipId', text: '4012345678901' }, 'numberUnknown'), 2],
  ['Wiegand with a comma', notKnown({ kind: 'membershipId', text: '213,02000' }, 'numberUnknown'), 2],
  ['a number that is too long here', unreadable('12345678901234567', 'tooLong'), 2],
  ['hex digits of another length', unreadable('19A4649758', 'wrongLength'), 2],
])('%s that nobody knows is given to a member, and leads a manager to the readers', async (_, said, choices) => {
  const onAssign = await open(said);
  await expect.element(setUp).toHaveAttribute('href', '/g/munich-west/office/readers');
  await give.click();
  const numbers = page.getByRole('group', { name: 'Which number does this card have?' }).getByRole('button');
  expect(numbers.elements()).toHaveLength(choices);
  await expectAccessible();
  await numbers.first().click();
  expect(onAssign.mock.calls[0]?.[0]).toMatchObject({ kind: 'rfid', value: expect.stringMatching(/^0x[0-9A-F]+$/) });
});

test('digits that are a card here are given at once, and others than managers learn who sets up readers', async () => {
  const onAssign = await open(notKnown({ kind: 'rfid', text: '0x1234 5678' }, 'cardUnknown'), 'reception');
  await expect.element(askManager).toBeVisible();
  await expect.element(setUp).not.toBeInTheDocument();
  await give.click();
  expect(onAssign.mock.calls).toEqual([[{ kind: 'rfid', value: '0x12345678' }]]);
});

test('digits that are no whole card number lead to the readers, and no card is made of them', async () => {
  await open(notKnown({ kind: 'membershipId', text: '412268238' }, 'numberUnknown'));
  await expect.element(setUp).toBeVisible();
  await expect.element(give).not.toBeInTheDocument();
});

test.each<[string, Said]>([
  [
    'a number that was typed',
    { ...notKnown({ kind: 'membershipId', text: '0412268238' }, 'numberUnknown'), isScan: false },
  ],
  ['digits that are a card here, but not an unknown one', unknownElsewhere],
])('%s is no sign of a reader', async (_, said) => {
  await open(said);
  await expect.element(give).not.toBeInTheDocument();
  await expect.element(setUp).not.toBeInTheDocument();
});

test.each([
  ['a hex number', notKnown({ kind: 'rfid', text: '0x04A2 3BC2' }, 'cardUnknown'), true],
  ['a membership id', notKnown({ kind: 'membershipId', text: 'M-10442' }, 'membershipIdUnknown'), false],
  ['a short number', notKnown({ kind: 'membershipId', text: '10442' }, 'numberUnknown'), false],
])('%s does not lead to the readers', async (_, said, isGiven) => {
  await open(said);
  if (isGiven) await expect.element(give).toBeVisible();
  else await expect.element(give).not.toBeInTheDocument();
  await expect.element(setUp).not.toBeInTheDocument();
});
