import { byDueDay, byUrgency } from '#lib/browser/changes/by-urgency.ts';
import type { ShownTask } from '#lib/browser/changes/show-waiting.ts';
import { isPressing } from '#lib/wire/due.ts';
import type { FloorMember } from '#lib/wire/tasks.ts';
import { daysBetween } from '#shared/calendar/days.ts';

export interface FloorCardData extends Omit<FloorMember, 'tasks'> {
  /** Open ones, and those completed here a moment ago. */
  tasks: readonly ShownTask[];
}

export const scopes = ['withTasks', 'all', 'mine'] as const;
export type Scope = (typeof scopes)[number];

export interface FloorFilter {
  /** `mine`: members with a task that the user created. */
  scope: Scope;
  due: 'any' | 'now' | 'week';
  /** A type of task; null for all. */
  type: string | null;
}

export const noFilter: FloorFilter = { scope: 'withTasks', due: 'any', type: null };

/** Applies a filter: cards with the most urgent tasks first, then the latest arrivals. */
export function filterFloor(cards: readonly FloorCardData[], filter: FloorFilter, today: string): FloorCardData[] {
  const isNarrowed = filter.due !== 'any' || filter.type !== null;
  return cards
    .map((card) => ({ ...card, tasks: card.tasks.filter((task) => matches(task, filter, today)).sort(byUrgency) }))
    .filter(({ tasks }) => tasks.length > 0 || (filter.scope === 'all' && !isNarrowed))
    .sort(byFirstTask);
}

/** The number of cards for each scope, with the other filters applied. */
export function countScopes(
  cards: readonly FloorCardData[],
  filter: FloorFilter,
  today: string,
): Record<Scope, number> {
  const count = (scope: Scope) => filterFloor(cards, { ...filter, scope }, today).length;
  return { withTasks: count('withTasks'), all: count('all'), mine: count('mine') };
}

/** The types that occur among the tasks, in no order. */
export const typesOf = (cards: readonly FloorCardData[]): string[] => [
  ...new Set(cards.flatMap(({ tasks }) => tasks.flatMap(({ type }) => type ?? []))),
];

function matches(task: ShownTask, { scope, due, type }: FloorFilter, today: string): boolean {
  if (scope === 'mine' && !task.author?.isMe) return false;
  if (type !== null && task.type !== type) return false;
  switch (due) {
    case 'any':
      return true;
    case 'now':
      return isPressing(task.dueDate, today);
    case 'week':
      return task.dueDate !== null && daysBetween(today, task.dueDate) <= 7;
  }
}

function byFirstTask(a: FloorCardData, b: FloorCardData): number {
  const [first, second] = [a.tasks[0], b.tasks[0]];
  if (first && second) return byDueDay(first, second) || byArrival(a, b);
  return Number(Boolean(second)) - Number(Boolean(first)) || byArrival(a, b);
}

const byArrival = (a: FloorCardData, b: FloorCardData) =>
  b.since.localeCompare(a.since) || a.accountId.localeCompare(b.accountId);
