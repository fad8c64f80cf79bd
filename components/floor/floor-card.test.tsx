import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { FloorCard } from './floor-card.tsx';
import type { FloorCardData } from './floor-filter.ts';

const today = '2026-11-21';
const task = (name: string, dueDate: string | null, fields: Partial<ShownTask> = {}): ShownTask => ({
  id: name,
  name,
  dueDate,
  type: 'GENERAL',
  author: null,
  completer: null,
  isCompleted: false,
  completedAt: null,
  sending: 'sent',
  isHere: false,
  ...fields,
});
const card = (tasks: ShownTask[]): FloorCardData => ({
  accountId: 'lena',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  photoUrl: null,
  since: '2026-11-21T08:41:00Z',
  source: 'desk',
  openTasks: tasks.length,
  tasks,
});
const act = { onOpen: () => {}, onDone: () => {}, onUndo: () => {} };
const show = (
  tasks: ShownTask[],
  { locale = 'en', mayComplete = true }: { locale?: 'en' | 'de'; mayComplete?: boolean } = {},
) =>
  textOf(
    render(
      <FloorCard card={card(tasks)} today={today} timeZone="Europe/Berlin" mayComplete={mayComplete} {...act} />,
      locale,
    ),
  );

test('shows task, due day and author', () => {
  const ana = { name: 'Ana Keller', isMe: false };
  expect(show([task('Introduction', today, { author: ana }), task('Strength test', '2026-11-27')])).toContain(
    'Introduction due today · by Ana Keller Done Strength test due Friday Done',
  );
  expect(show([task('Krafttest', '2026-11-22', { author: { name: null, isMe: true } })], { locale: 'de' })).toContain(
    'Krafttest morgen fällig · von Ihnen Erledigt',
  );
});

test.each([
  ['2026-11-20', 'overdue since yesterday'],
  ['2026-11-02', 'overdue since 2 Nov'],
  ['2026-12-24', 'due 24 Dec'],
  ['2027-01-07', 'due 7 Jan 2027'],
  [null, 'no due date'],
])('a task due %s is %s', (dueDate, text) => expect(show([task('x', dueDate)])).toContain(text));

test('a card shows three tasks, and the others in its dialog', () => {
  const text = show(['a', 'b', 'c', 'd', 'e'].map((name) => task(`task ${name}`, today)));
  expect(text).toContain('task c');
  expect(text).not.toContain('task d');
  expect(text).toContain('2 more tasks');
});

test('a task that was just completed can be undone in place', () => {
  const me = { name: 'Jonas', isMe: true };
  const text = show([task('Introduction', today, { isCompleted: true, completer: me })]);
  expect(text).toContain('Introduction done by you Undo');
});

test('shows the state of a change: stored here, waiting, or refused with the reason', () => {
  expect(show([task('x', today, { isHere: true })])).toContain('waits on this device');
  expect(show([task('x', today, { sending: 'waiting' })])).toContain('being sent');
  expect(show([task('x', today, { sending: { refused: 'taskGone' } })])).toContain('no longer has this task');
});

test('without permission to complete tasks there is no button', () => {
  expect(show([task('Introduction', today)], { mayComplete: false })).not.toContain('Done');
});

test('a member without tasks has a hint', () => expect(show([])).toContain('No open task'));

test.each([
  ['2025-11-19T17:00:00Z', '2025-05-12T17:00:00Z', 'last training 19 Nov 2025 · last test 12 May 2025'],
  ['2025-11-19T17:00:00Z', null, 'last training 19 Nov 2025'],
  [null, '2025-05-12T17:00:00Z', 'last test 12 May 2025'],
])('a member who trained at %s and was tested at %s: only what is known is said', (trainedAt, testedAt, text) => {
  const trained = { ...card([]), training: { trainedAt, testedAt } };
  const shown = textOf(
    render(<FloorCard card={trained} today={today} timeZone="Europe/Berlin" mayComplete {...act} />, 'en'),
  );
  expect(shown).toContain(`${text} No open task`);
  expect(shown.match(/last/g)).toHaveLength(text.match(/last/g)?.length ?? 0);
});

test('of a member of whom nothing is known, no line says so', () => expect(show([])).not.toContain('last'));
