import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '#components/testing/render.tsx';
import { showNotesWith } from '#components/ui/toast.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import type { ActionErrorCode } from '#lib/wire/action-result.ts';
import { useLookAtPresent } from './use-look-at-present.ts';

/** The toast after a click on a member of the list, or why the page ends, by the desk's answer. */
async function clickWith(answer: () => Promise<Response>): Promise<string[]> {
  vi.stubGlobal('fetch', answer);
  const told: string[] = [];
  let look = async (_accountId: string) => {};
  const Component = () => {
    look = useLookAtPresent('west', null, () => told.push('a verdict'));
    return null;
  };
  const queryClient = new QueryClient();
  liveConnectionOf(queryClient).onEnd((end) => told.push(end));
  render(<Component />, 'en', { queryClient });
  const stop = showNotesWith(({ text }) => told.push(text));
  await look('account-lena');
  stop();
  return told;
}

const refuse = (status: number, code: ActionErrorCode) => async () =>
  Response.json({ ok: false, error: { code, message: '', requestId: '4711', retryable: false } }, { status });

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['notFound', 404, /no longer/],
  ['notAllowed', 403, /permission/],
  ['storageFailed', 503, /cannot save/],
  ['unexpected', 500, /number: 4711$/],
  ['signedOut', 401, /^signedOut$/],
] as const)('a failed look-up of a present member shows the reason: %s', async (code, status, sentence) => {
  expect(await clickWith(refuse(status, code))).toEqual([expect.stringMatching(sentence)]);
});

test.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['stands behind a portal', async () => new Response('<html>', { status: 403 })],
])('a desk that %s counts as unreachable', async (_, answer) => {
  expect(await clickWith(answer)).toEqual([expect.stringMatching(/does not answer/)]);
});
