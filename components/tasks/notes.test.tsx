import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { WaitingChanges } from './notes.tsx';

test('screen readers announce neither text nor button when the number of waiting changes changes', () => {
  const markup = render(<WaitingChanges count={3} cause="deskUnreachable" onRetry={() => {}} />);
  const [region] = /<div role="status"[^>]*>.*?<\/div>/.exec(markup) ?? [];
  expect(textOf(markup)).toMatch(/3.*Try now/);
  expect(region).toBeDefined();
  expect(textOf(region ?? '')).toBe('');
});

test('the live region exists before its first text', () => {
  expect(render(<WaitingChanges count={0} cause={null} onRetry={() => {}} />)).toMatch(/role="status"/);
});

test.each([
  [null, /server cannot be reached/],
  ['deskUnreachable', /server cannot be reached/],
  ['storageFailed', /^(?!.*reached).*cannot save anything/],
] as const)('waiting changes (%s) show the reason', (cause, sentence) => {
  expect(textOf(render(<WaitingChanges count={1} cause={cause} onRetry={() => {}} />))).toMatch(sentence);
});
