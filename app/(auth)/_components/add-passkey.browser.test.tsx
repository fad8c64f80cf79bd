import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as actions from '#app/account/actions.ts';
import { expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { AddPasskey } from './add-passkey.tsx';

afterEach(() => vi.restoreAllMocks());

const open = (given: Partial<ComponentProps<typeof AddPasskey>> = {}) => {
  const usual = { next: '/', givesAccess: false, dueAt: null, isDue: false, timeZone: 'Europe/Berlin' };
  return openScreen(<AddPasskey {...usual} {...given} />, { path: '/add-passkey' });
};
const later = page.getByRole('button', { name: 'Later' });
const dueAt = '2026-12-04T09:15:00.000Z';

test('in a browser without passkeys, whoever needs one may put it off', async () => {
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  await open();
  await expect.element(page.getByText(/This browser does not offer passkeys/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
  const error = { code: 'storageFailed', message: '', requestId: '1', retryable: true } as const;
  vi.mocked(actions.postponePasskey).mockResolvedValueOnce({ ok: false, error });
  await later.click();
  expect(actions.postponePasskey).toHaveBeenCalledOnce();
  await expectFineAtEveryWidth();
});

test.each([true, false])(
  'only whoever gives others access is told that they cannot until then: %s',
  async (givesAccess) => {
    await open({ givesAccess });
    const text = page.getByText(/You are asked again at the next sign-in/);
    await expect.element(text).toBeVisible();
    const told = text.element().textContent?.includes('you can give nobody access');
    expect(told).toBe(givesAccess);
  },
);

test('it says until when it can be put off, in the time of the gym', async () => {
  await open({ dueAt });
  await expect.element(page.getByText(/put this off until Friday.* 4 December 2026 at 10:15/)).toBeVisible();
  await expect.element(later).toBeVisible();
});

test.each([true, false])(
  'after that there is no Later, but a way out, and who can help, as a manager: %s',
  async (givesAccess) => {
    await open({ dueAt, isDue: true, givesAccess });
    await expect.element(page.getByText(/You could put this off until/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect.element(later).not.toBeInTheDocument();
    const ways = page.getByRole('listitem').elements();
    expect(
      ways.map(({ textContent }) => textContent?.match(/badge and PIN|nother manager|A manager|operator/)?.[0]),
    ).toEqual(['badge and PIN', givesAccess ? 'nother manager' : 'A manager', 'operator']);
    await expectFineAtEveryWidth();
  },
);
