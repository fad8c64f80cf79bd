import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { ReadError } from '#lib/browser/base/ask-desk.ts';
import type { ActionErrorCode } from '#lib/wire/action-result.ts';
import { SectionUnread } from './section.tsx';

const failed = 'The cards cannot be shown now.';
const say = (error: Error | null, locale: 'en' | 'de' = 'en') =>
  textOf(
    render(
      <SectionUnread failed={failed} error={error} loading="Loading" retry="Try again" onRetry={() => {}} />,
      locale,
    ),
  );
const answered = (code: ActionErrorCode) =>
  new ReadError(503, { code, message: '', requestId: 'request-1', retryable: true });

test.each([
  ['platformUnavailable', 'The member system cannot be reached.', 'Das Mitgliedersystem ist nicht erreichbar.'],
  [
    'keyRejected',
    'The member system does not accept this gym’s key.',
    'Das Mitgliedersystem nimmt den Schlüssel dieses Studios nicht an.',
  ],
  ['permissionMissing', 'This gym’s key may not be used for this.', 'Der Schlüssel dieses Studios gilt dafür nicht.'],
] as const)('a failed read because of %s shows the reason', (code, english, german) => {
  expect(say(answered(code))).toContain(`${failed} ${english}`);
  expect(say(answered(code), 'de')).toContain(`${failed} ${german}`);
});

test('an unreachable desk is not reported as an unreachable platform', () => {
  expect(say(new TypeError('Failed to fetch'))).toContain(`${failed} Front Desk’s server does not answer.`);
});

test('an unexpected error shows its request id', () => {
  expect(say(answered('unexpected'))).toContain('this number: request-1');
});

test('loading shows no error', () => {
  expect(say(null)).toBe('Loading');
});
