import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { LocationSettings } from '#lib/wire/locations.ts';
import { SettingsForm } from './settings-form.tsx';

const settings: LocationSettings = {
  ...{ checkInOnScan: true, expectsPhotos: false, repeatWindowS: 60, undoS: 10, longestStayH: 8, capacity: null },
  ...{ keepsScreenAwake: false, idleLimitMin: null },
  closingTimes: { monday: '22:00', friday: '00:30' },
};
const markup = render(
  <SettingsForm
    settings={settings}
    staff={{ id: 's', displayName: 'Ana' }}
    onSave={async ({ base }) => ({ ok: true, value: { kind: 'saved', now: base } })}
  />,
);

test('each setting has a hint', () => {
  const described = [...markup.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id);
  for (const id of described) expect(markup).toContain(`id="${id}"`);
  expect(described).toHaveLength(9);
});

test('a closing time at night names its evening, and the form says what an empty day means', () => {
  const text = textOf(markup);
  expect(text).toContain('Friday In the early hours of Saturday');
  expect(text).toContain('If no time is set, nobody is checked out.');
  expect(text).toContain('Monday Tuesday');
});
