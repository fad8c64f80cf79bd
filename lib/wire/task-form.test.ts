import { expect, test } from 'vitest';
import { brokenRules } from './broken-rule.ts';
import { choiceOfDay, type DueValue, newTaskForm, taskForm } from './task-form.ts';
import { longestTaskName } from './tasks.ts';

const today = '2026-11-24';
const due: DueValue = { choice: 'today', picked: '' };
const before = { name: 'Ask about the locker', type: 'GENERAL' };
const own = { template: 'own', name: ' Ask about the locker ', type: 'GENERAL', due } as const;

test('a task is created from a template or with its own text', () => {
  expect(newTaskForm(today).parse(own)).toEqual({
    what: { name: 'Ask about the locker', type: 'GENERAL' },
    dueDate: today,
  });
  expect(newTaskForm(today).parse({ ...own, template: 'mobility', name: '' })).toEqual({
    what: { template: 'mobility' },
    dueDate: today,
  });
});

test('a missing name and an invalid day are both reported, each at its field', () => {
  const empty = { ...own, name: ' ', due: { choice: 'pick', picked: 'soon' } } as const;
  expect(Object.keys(brokenRules(newTaskForm(today).safeParse(empty).error))).toEqual(['name', 'due']);
  const { error } = taskForm(today, before).safeParse({
    name: '',
    type: 'LATER_ADDED',
    due: { choice: 'pick', picked: '' },
  });
  expect(Object.keys(brokenRules(error))).toEqual(['name', 'due']);
});

test.each([
  [today, 'today'],
  ['2026-12-01', 'nextWeek'],
  ['2026-12-02', 'pick'],
] as const)('%s restores its choice: %s', (day, choice) => {
  const chosen = choiceOfDay(day, today);
  expect(chosen.choice).toBe(choice);
  expect(taskForm(today, before).parse({ name: 'x', type: 'GENERAL', due: chosen }).due).toBe(day);
});

test('a name and a type that are longer than the desk allows may be kept, but not entered', () => {
  const long = { name: 'n'.repeat(longestTaskName + 1), type: 'T'.repeat(101) };
  expect(taskForm(today, long).parse({ ...long, due })).toEqual({ ...long, due: today });
  const { error } = taskForm(today, before).safeParse({ ...long, due });
  expect(Object.keys(brokenRules(error))).toEqual(['name', 'type']);
  const nameless = taskForm(today, { name: '', type: null }).safeParse({ name: '', type: 'GENERAL', due });
  expect(Object.keys(brokenRules(nameless.error))).toEqual(['name']);
});
