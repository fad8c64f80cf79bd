import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { GymNow } from '#lib/wire/gym-now.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { AllGyms } from './all-gyms.tsx';

const well: GymNow = {
  inside: 42,
  capacity: 120,
  waiting: 0,
  kept: 0,
  connection: 'reachable',
  today: { arrivals: 143, usual: { lower: 100, median: 121, upper: 140 } },
};

const west = { id: 'west', slug: 'west', name: 'Munich West' };
const ost = { id: 'ost', slug: 'ost', name: 'Munich East' };

const show = (nows: (GymNow | 'loading' | 'failed')[], { mayManage = true, locale = 'en' as 'en' | 'de' } = {}) =>
  render(
    <AllGyms
      gyms={[west, ost].slice(0, nows.length).map((gym, index) => ({ ...gym, now: nows[index] ?? 'loading' }))}
      mayManage={mayManage}
      fileHref={pathAt('here', '/api/desk/reports/all-gyms/file')}
    />,
    locale,
  );

test('each gym has who is in, today beside what is usual, and one press to it', () => {
  const markup = show([well, { ...well, inside: 0, today: { arrivals: 1, usual: null }, capacity: null }]);
  const text = textOf(markup);
  expect(text).toContain('42 people are in 2 gyms; all of them are well');
  expect(text).toContain('Munich West 42 in of 120 places 143 visits today Busier usually 121 by now (100 to 140)');
  expect(text).toContain(
    'Munich East Nobody in 1 visit today no earlier days to compare with Connected, no visits wait',
  );
  expect(markup).toContain('href="/g/west/reports/when-to-staff"');
  expect(markup).toContain('href="/g/ost/reports/when-to-staff"');
});

test('a gym that needs somebody says why, and leads a manager to where that is done', () => {
  const waits = show([well, { ...well, waiting: 3, kept: 1 }]);
  expect(textOf(waits)).toContain('84 people are in 2 gyms; 1 of them needs somebody');
  expect(textOf(waits)).toContain('3 visits wait. 1 visit is to be settled.');
  expect(waits).toContain('href="/g/ost/office/outbox"');
  const away = show([{ ...well, connection: 'unreachable', waiting: 3 }]);
  expect(textOf(away)).toContain('The member system does not answer. 3 visits wait.');
  expect(away).toContain('href="/g/west/office/connection"');
});

test('others see that something waits, and no link to the office', () => {
  const markup = show([{ ...well, kept: 2 }], { mayManage: false });
  expect(textOf(markup)).toContain('2 visits are to be settled.');
  expect(markup).not.toContain('/office/');
});

test('a gym that could not be read says so, and the sum does not count it', () => {
  const text = textOf(show([well, 'failed']));
  expect(text).toContain('42 people are in 1 gym; all of them are well');
  expect(text).toContain('1 gym is not counted: it has not been read.');
  expect(text).toContain('Munich East This gym could not be read.');
  expect(textOf(show(['failed', 'failed']))).toContain('No gym could be read');
  expect(textOf(show(['failed', 'loading']))).toContain('Loading');
});

test('says the same in German', () => {
  const text = textOf(show([well, { ...well, waiting: 1, kept: 2 }], { locale: 'de' }));
  expect(text).toContain('84 Personen sind in 2 Studios anwesend; in 1 davon ist etwas zu tun');
  expect(text).toContain('1 Besuch wartet. 2 Besuche sind zu klären.');
});
