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

test('a list that could not be read does not load for ever', () => {
  expect(say({})).toContain('Loading');
  expect(say({ isFailed: true })).toMatch(/could not be loaded\. *Try again/);
  expect(say({ isFailed: true })).not.toContain('Loading');
});

test('a list that could not be read again may be out of date', () => {
  expect(say({ isStale: true, isFailed: true })).toMatch(/may be out of date\..*Nobody is checked in/);
});
