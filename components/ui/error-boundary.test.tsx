import { expect, test } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

const props = { fallback: 'broken', children: 'whole' };
const drawn = (state: ErrorBoundary['state']) => {
  const boundary = new ErrorBoundary({ ...props, of: state.of });
  boundary.state = state;
  return boundary.render();
};

test('an error shows the fallback until the content changes', () => {
  const whole = { of: 'first', isBroken: false };
  expect(drawn(whole)).toBe('whole');
  const broken = { ...whole, ...ErrorBoundary.getDerivedStateFromError() };
  expect(drawn(broken)).toBe('broken');
  expect(ErrorBoundary.getDerivedStateFromProps({ ...props, of: 'first' }, broken)).toBeNull();
  const next = ErrorBoundary.getDerivedStateFromProps({ ...props, of: 'second' }, broken);
  expect(next && drawn(next)).toBe('whole');
});
