import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { InTheGym } from './in-the-gym.tsx';

const say = (is: { isStale?: boolean; isFailed?: boolean }) =>
  textOf(
    render(
      <InTheGym
        presence={is.isStale ? { entries: [] } : undefined}
        capacity={null}
        isStale={false}
        isFailed={false}
        onRetry={() => {}}
        onChoose={() => {}}
        timeZone="Europe/Berlin"
        {...is}
      />,
    ),
  );

test('a list that fails to load shows an error instead of loading', () => {
  expect(say({})).toContain('Loading');
  expect(say({ isFailed: true })).toMatch(/could not be loaded\. *Try again/);
  expect(say({ isFailed: true })).not.toContain('Loading');
});

test('a list whose refetch failed is marked as possibly stale', () => {
  expect(say({ isStale: true, isFailed: true })).toMatch(/may be out of date\..*Nobody is checked in/);
});
