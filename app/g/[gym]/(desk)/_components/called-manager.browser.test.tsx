import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openCounter, region } from '#app/_testing/counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { scan } from '#components/testing/browser/scan.ts';
import { admitted, lena, refused } from '#components/testing/sample-verdicts.ts';
import type { ManagerOverrideOutcome } from '#lib/wire/manager-override.ts';
import { until } from '#shared/testing/until.ts';

const card = '5C08E6A4';
const badge = '04B0C0D1E2F3A5';
const nextCard = '04B81D5A2F6C80';
const thirdCard = '04C72E6B3A7D91';
const says = {
  [card]: { ...refused, mayOverride: false },
  [nextCard]: admitted,
  [thirdCard]: { ...refused, mayOverride: false },
};
const dialog = page.getByRole('dialog', { name: `A manager lets ${lena.displayName} in` });
const reason = dialog.getByLabelText('Reason');
const pin = dialog.getByLabelText('PIN of the badge');

/** The desk's answer to whether a card is a badge. */
const isBadge = (_: unknown, { body }: { body: unknown }) => ({
  ok: true,
  value: (body as { card: string }).card === badge, // safe because: nothing else is sent there
});

/** Reception calls a manager to a refusal, and types why. */
async function callManager(outcomes: (ManagerOverrideOutcome | Response | Promise<ManagerOverrideOutcome>)[]) {
  const answers = [...outcomes];
  const counter = await openCounter({
    says,
    reads: {
      '/api/desk/badge': isBadge,
      '/api/desk/managers': { names: ['Mira Sommer', 'Jonas Brandt'] },
      '/api/desk/overrides': async () => {
        const next = await answers.shift();
        return next instanceof Response ? next : { ok: true, value: next ?? { kind: 'wrong' } };
      },
    },
  });
  await scan(card);
  await expect.element(region).toHaveAttribute('data-verdict', 'refused');
  await page.getByRole('button', { name: 'Call a manager…' }).click();
  await expect.element(dialog).toHaveAccessibleDescription(/Mira Sommer, Jonas Brandt/);
  await reason.fill('Showed the new contract');
  const sent = () => counter.desk.requests.filter(({ path }) => path === '/api/desk/overrides').map(({ body }) => body);
  return { ...counter, sent };
}

test('a manager decides with badge and PIN: nobody is checked in by the badge, and the user stays', async () => {
  const { taps, sent } = await callManager([
    { kind: 'wrong' },
    { kind: 'decided', verdict: { ...admitted, tapId: crypto.randomUUID() } },
  ]);
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  await expect.element(page.getByRole('dialog', { name: 'Staff badge' })).not.toBeInTheDocument();
  await expectAccessible();
  await userEvent.keyboard('583921{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Wrong badge, PIN or passkey.');
  await expect.element(reason).toHaveValue('Showed the new contract');
  await expect.element(pin).toHaveValue('');
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('583920{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  expect(taps.map(({ kind }) => kind)).toEqual(['lookUp']);
  const proof = { card: badge, source: 'scan', pin: '583920' };
  const [first, second] = sent();
  expect(second).toMatchObject({ decision: 'admitAnyway', reason: 'Showed the new contract', proof });
  // one tap for all attempts, so that a lost answer records nothing twice
  expect(second).toMatchObject({ tapId: (first as { tapId: string }).tapId }); // safe because: the line above has compared its shape
});

test('the card of the next member leaves the question and is looked up', async () => {
  const { taps, sent } = await callManager([]);
  await scan(nextCard);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(region).toHaveAttribute('data-verdict', 'admitted');
  expect(taps.at(-1)).toMatchObject({ kind: 'lookUp', value: nextCard });
  expect(sent()).toEqual([]);
});

test('where the desk does not answer, the question says so and keeps what was typed; Escape leaves it', async () => {
  const { taps } = await callManager([new Response('gateway', { status: 502 })]);
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('583920{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/server does not answer/);
  await expect.element(reason).toHaveValue('Showed the new contract');
  // a PIN does not stay in the page
  await expect.element(pin).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(taps).toHaveLength(1);
});

test('cards that follow each other quickly are all looked up, and one that the desk cannot tell is taken for a member’s', async () => {
  const { desk, taps } = await callManager([]);
  const first = Promise.withResolvers<{ ok: true; value: boolean }>();
  const answers = vi.fn((): Promise<object> => Promise.resolve(new Response('gateway', { status: 502 })));
  answers.mockReturnValueOnce(first.promise);
  desk.answer({ '/api/desk/badge': answers });
  await scan(nextCard);
  await until(() => expect(answers).toHaveBeenCalledOnce());
  await scan(thirdCard);
  await expect.element(dialog).not.toBeInTheDocument();
  await until(() => expect(taps.at(-1)).toMatchObject({ kind: 'lookUp', value: thirdCard }));
  first.resolve({ ok: true, value: false });
  await until(() => expect(taps.at(-1)).toMatchObject({ kind: 'lookUp', value: nextCard }));
});

test.each([
  ['that was wrong', { kind: 'wrong' }, /Nothing was decided about .*Wrong badge, PIN or passkey/],
  ['that decided', { kind: 'decided', verdict: admitted }, /decision about .* is recorded/],
] as const)('an answer %s, after the dialog was left, is told and closes no other dialog', async (_, outcome, told) => {
  const late = Promise.withResolvers<ManagerOverrideOutcome>();
  const { taps } = await callManager([late.promise]);
  await scan(badge);
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('583920{Enter}');
  await scan(thirdCard);
  await expect.element(dialog).not.toBeInTheDocument();
  await until(() => expect(taps.at(-1)).toMatchObject({ kind: 'lookUp', value: thirdCard }));
  await page.getByRole('button', { name: 'Call a manager…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  late.resolve(outcome);
  await expect.element(page.getByText(told)).toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
