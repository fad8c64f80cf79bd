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

test.each(foreignAnswers)('%s in the place of the desk signs nobody out', async (_, answer) => {
  expect(await hear(answer)).toBe('away');
});

test('a desk that says that nobody is signed in is believed', async () => {
  const error = { code: 'signedOut', message: 'Nobody is signed in.', requestId: 'r', retryable: false };
  expect(await hear(() => Response.json({ ok: false, error }, { status: 401 }))).toBe('signedOut');
});
