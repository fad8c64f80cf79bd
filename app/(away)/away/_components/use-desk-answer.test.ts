import { afterEach, expect, test, vi } from 'vitest';
import { foreignAnswers } from '#lib/testing/foreign-answers.ts';
import { askDesk } from './use-desk-answer.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

async function hear(answer: () => Response): Promise<string> {
  vi.stubGlobal('fetch', async () => answer());
  return (await askDesk('l', 0)).answer;
}

test.each(foreignAnswers)('%s in place of the desk does not count as signed out', async (_, answer) => {
  expect(await hear(answer)).toBe('away');
});

test('an answer of the desk that the session has ended counts as signed out', async () => {
  const error = { code: 'signedOut', message: 'Nobody is signed in.', requestId: 'r', retryable: false };
  expect(await hear(() => Response.json({ ok: false, error }, { status: 401 }))).toBe('signedOut');
});
