import { expect, test } from 'vitest';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { countScopes, type FloorCardData, filterFloor, noFilter, typesOf } from './floor-filter.ts';

const today = '2026-11-21';
const me = { name: 'Jonas', isMe: true };
const ana = { name: 'Ana', isMe: false };

function task(name: string, dueDate: string | null, fields: Partial<ShownTask> = {}): ShownTask {
  return {
    id: name,
    name,
    dueDate,
    type: 'GENERAL',
    author: ana,
    completer: null,
    isCompleted: false,
    completedAt: null,
    sending: 'sent',
    isHere: false,
    ...fields,
  };
}
function card(accountId: string, since: string, tasks: ShownTask[] = []): FloorCardData {
  return {
    accountId,
    displayName: accountId,
    initials: 'X',
    membershipType: 'PREMIUM',
    photoUrl: null,
    since: `2026-11-21T${since}:00Z`,
    source: 'desk',
    openTasks: tasks.length,
    tasks,
  };
}

const cards = [
  card('nobody', '09:50'),
  card('later', '09:40', [task('in ten days', '2026-12-01', { type: 'ANAMNESIS' })]),
  card('early', '09:00'),
  card('overdue', '08:00', [task('soon', '2026-11-23', { author: me }), task('late', '2026-11-19')]),
  card('today', '09:30', [task('now', today), task('whenever', null)]),
];
const idsOf = (filtered: FloorCardData[]) => filtered.map(({ accountId }) => accountId);

test('members with open tasks come first by urgency, then the others by latest arrival', () => {
  expect(idsOf(filterFloor(cards, { ...noFilter, scope: 'all' }, today))).toEqual([
    'overdue',
    'today',
    'later',
    'nobody',
    'early',
  ]);
});

test('by default only members with tasks are shown, with the most urgent task first', () => {
  const filtered = filterFloor(cards, noFilter, today);
  expect(idsOf(filtered)).toEqual(['overdue', 'today', 'later']);
  expect(filtered[0]?.tasks.map(({ name }) => name)).toEqual(['late', 'soon']);
});

test('the scope "mine" has the tasks created by the user', () => {
  const filtered = filterFloor(cards, { ...noFilter, scope: 'mine' }, today);
  expect(filtered.map(({ tasks }) => tasks.map(({ name }) => name))).toEqual([['soon']]);
});

test.each([
  ['now', ['overdue', 'today']],
  ['week', ['overdue', 'today']],
  ['any', ['overdue', 'today', 'later']],
] as const)('due %s leaves %j', (due, left) => {
  expect(idsOf(filterFloor(cards, { ...noFilter, due }, today))).toEqual(left);
});

test('a type filter hides members without such a task, even in the scope of all members', () => {
  const filter = { ...noFilter, scope: 'all', type: 'ANAMNESIS' } as const;
  expect(idsOf(filterFloor(cards, filter, today))).toEqual(['later']);
  expect(typesOf(cards).toSorted()).toEqual(['ANAMNESIS', 'GENERAL']);
});

test('each scope’s count equals the number of its cards', () => {
  expect(countScopes(cards, noFilter, today)).toEqual({ withTasks: 3, all: 5, mine: 1 });
  expect(countScopes(cards, { ...noFilter, due: 'now' }, today)).toEqual({ withTasks: 2, all: 2, mine: 0 });
});
