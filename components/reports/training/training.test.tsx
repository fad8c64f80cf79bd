import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { pathAt } from '#lib/wire/path-at.ts';
import { due, use } from './_testing/training.ts';
import { Due } from './due.tsx';
import { MachineHours } from './machine-hours.tsx';
import { Machines } from './machines.tsx';
import { NoTraining } from './no-training.tsx';

const file = pathAt('here', '/api/desk/reports/training/file');
const period = { from: '2026-10-30', to: '2026-11-26' };
const from = period.from;

test('machines are named, the one that is used most first, with what is missing', () => {
  const text = textOf(render(<Machines use={use} from={from} fileHref={file} />));
  expect(text).toContain('100 workouts of 31 members; Leg press is used most: 60, 60 %');
  expect(text).toContain(
    '2 Nov 2026 – 26 Nov 2026, times in Europe/Berlin. Since 2 Nov 2026: Front Desk knows no earlier',
  );
  expect(text).toContain('Leg press 60 Squat omega 30 not named 10');
  expect(text).toContain('Leg press, negative 20');
  const german = textOf(render(<Machines use={use} from={from} fileHref={file} />, 'de'));
  expect(german).toContain('100 Übungen von 31 Mitgliedern; am häufigsten: Beinpresse, 60 (60 %)');
});

test('the hours are those in which machines are used, on average', () => {
  const text = textOf(render(<MachineHours use={use} from={from} fileHref={file} />));
  expect(text).toContain('Mondays at 18 h the machines are used most: 10 workouts on average');
  expect(text).toContain('Monday, 18 h 10 40 4');
  expect(text).not.toContain('Monday, 17 h');
  expect(textOf(render(<MachineHours use={use} from={from} fileHref={file} />, 'de'))).toContain(
    'Montags um 18 Uhr werden die Geräte am meisten genutzt: im Schnitt 10 Übungen',
  );
});

test('without a workout there is a sentence and no chart', () => {
  const none = { ...use, days: null, workouts: 0, uses: [], hours: { days: use.hours.days, workouts: [] } };
  for (const Part of [Machines, MachineHours]) {
    const text = textOf(render(<Part use={none} from={from} fileHref={file} />));
    expect(text).toContain('Front Desk knows no workouts of these days.');
    expect(text).not.toContain('No workouts');
    const unused = textOf(render(<Part use={{ ...none, days: use.days }} from={from} fileHref={file} />));
    expect(unused).toContain('No workouts on machines in these days');
  }
});

const showDue = (shown: typeof due, { isLinked = true, locale = 'en' as 'en' | 'de' } = {}) =>
  render(<Due due={shown} choice={{ weeks: 12 }} period={period} fileHref={file} isLinked={isLinked} />, locale);

test('whom to test next is listed, those without a known test with what that means', () => {
  const markup = showDue(due);
  const text = textOf(markup);
  expect(text).toContain('60 members who train have had no strength test for 12 weeks: test them next');
  expect(text).toContain('Front Desk knows this gym’s tests since 1 Jul 2026: whoever has no known one is included.');
  expect(text).toContain('Lena Vogt M-10442 none known 24 Nov 2026 9');
  expect(text).toContain('The first 2 of 60. The CSV file has all of them.');
  expect(markup).toContain('/members/lena');
  expect(markup).toContain('from=2026-10-30&amp;to=2026-11-26&amp;weeks=26');
  expect(showDue(due, { isLinked: false })).not.toContain('/members/lena');
  expect(textOf(showDue({ ...due, countsUnknown: false }))).toContain(
    'Front Desk knows this gym’s tests since 1 Jul 2026 only: whoever has no known one is not included yet.',
  );
  const none = { ...due, members: [], total: 0 };
  expect(textOf(showDue(none))).toContain('Nobody who trains is due: all were tested in the last 12 weeks');
  expect(textOf(showDue({ ...none, countsUnknown: false }))).toContain(
    'Not known yet: Front Desk knows tests since 1 Jul 2026 only',
  );
  expect(textOf(showDue(due, { locale: 'de' }))).toContain(
    '60 Mitglieder trainieren und hatten seit 12 Wochen keinen Krafttest: als Nächstes testen',
  );
});

test('where training is not known, the page says why, and leads a manager to where that changes', () => {
  const away = render(<NoTraining isConnected={false} mayManage />);
  expect(textOf(away)).toContain('Training comes from the data export, which is not connected here');
  expect(away).toContain('/office/connection');
  const unread = render(<NoTraining isConnected mayManage={false} />);
  expect(textOf(unread)).toContain('training has not been read completely of late');
  expect(unread).not.toContain('/office/connection');
});
