import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as actions from '#app/account/actions.ts';
import { expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { AddPasskey } from './add-passkey.tsx';

afterEach(() => vi.restoreAllMocks());

test('in a browser without passkeys, whoever needs one may put it off', async () => {
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false);
  await openScreen(<AddPasskey next="/" givesAccess={false} />, { path: '/add-passkey' });
  await expect.element(page.getByText(/This browser does not offer passkeys/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
  const error = { code: 'storageFailed', message: '', requestId: '1', retryable: true } as const;
  vi.mocked(actions.postponePasskey).mockResolvedValueOnce({ ok: false, error });
  await page.getByRole('button', { name: 'Later' }).click();
  expect(actions.postponePasskey).toHaveBeenCalledOnce();
  await expectFineAtEveryWidth();
});

test.each([true, false])(
  'only whoever gives others access is told that they cannot until then: %s',
  async (givesAccess) => {
    await openScreen(<AddPasskey next="/" givesAccess={givesAccess} />, { path: '/add-passkey' });
    const text = page.getByText(/You are asked again at the next sign-in/);
    await expect.element(text).toBeVisible();
    const told = text.element().textContent?.includes('can give nobody access until then');
    expect(told).toBe(givesAccess);
  },
);
