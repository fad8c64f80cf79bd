import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { AtCounter, ana, here } from '#app/_testing/at-counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { leavePage } from '#lib/browser/page/page-leaving.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { ChangeOutcome, MemberTasksView, TaskView } from '#lib/wire/tasks.ts';
import { TasksSection } from './tasks-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', staffId: ana.id, person: 'Ana Keller' };
const today = '2026-11-25';
const me = { name: 'Ana Keller', isMe: true };
const sauna: TaskView = {
  id: '7d0f4d3c-6c3e-4b8e-9a54-0c8f0a7d5b10',
  name: 'Show the sauna',
  type: 'GENERAL',
  dueDate: '2026-12-02',
  isCompleted: false,
  completedAt: null,
  author: me,
  completer: null,
  sending: 'sent',
};
const isDone = { isCompleted: true, completedAt: '2026-11-25T08:41:00Z', completer: me };

const open = page.getByRole('list', { name: 'Open tasks' }).getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const words = dialog.getByRole('textbox', { name: 'What is to be done' });

function LiveTasks() {
  useLiveUpdates(here);
  return <TasksSection {...section} />;
}

async function openTasks(given: Partial<MemberTasksView> = {}) {
  let view: MemberTasksView = { tasks: [], asOf: null, staleBecause: null, isLinked: true, today, ...given };
  const sent: unknown[] = [];
  const outcome = vi.fn((): ChangeOutcome => ({ kind: 'recorded' }));
  const desk = startFakeDesk({
    '/api/clock': () => ({ now: Date.now() }),
    '/api/desk/tasks': (_, { method, body }) => {
      if (method === 'GET') return view;
      sent.push(body);
      return { ok: true, value: outcome() };
    },
  });
  await openScreen(
    <AtCounter>
      <LiveTasks />
      <LeaveQuestion />
    </AtCounter>,
    { path: '/members/a' },
  );
  return {
    sent,
    outcome,
    /** Sets the desk's tasks for later responses. */
    become: (...tasks: TaskView[]) => {
      view = { ...view, tasks };
    },
    emit: desk.emit,
  };
}

afterEach(() => void vi.useRealTimers());

test('a task with its own text is created, edited, completed and reopened', async () => {
  const { sent, become } = await openTasks();
  await button('New task').click();
  await dialog.getByText('Own text').click();
  await button('Create task').click();
  await expect.element(words).toHaveAccessibleDescription('Say in a few words what is to be done.');
  await expect.element(words).toHaveFocus();
  await words.fill('Show the sauna');
  await dialog.getByText('In a week').click();
  await expectAccessible();
  expect(sent).toEqual([]);
  become(sauna);
  await button('Create task').click();
  await expect.element(open).toHaveTextContent(/Show the sauna.*by you/);
  await expect.element(dialog).not.toBeInTheDocument();
  const what = { name: 'Show the sauna', type: 'GENERAL' };
  const by = { locationId: here, staffId: ana.id };
  await expect.poll(() => sent).toMatchObject([{ ...by, kind: 'create', accountId: 'a', what, dueDate: '2026-12-02' }]);
  await expect.element(open).not.toHaveTextContent('waits on this device');

  await button('Edit').click();
  await dialog.getByText('Today').click();
  become({ ...sauna, dueDate: today });
  await button('Save').click();
  await expect.element(open).toHaveTextContent('due today');
  const edits = { dueDate: { from: '2026-12-02', to: today } };
  await expect.poll(() => sent[1]).toMatchObject({ ...by, kind: 'edit', taskId: sauna.id, edits });

  // the time to undo does not pass
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  become({ ...sauna, ...isDone, dueDate: today });
  await button('Done').click();
  await expect.element(open).toHaveTextContent('done by you');
  become({ ...sauna, dueDate: today });
  await button('Undo').click();
  await expect.element(open).toHaveTextContent('due today');
  const kinds = () => sent.slice(2).map((body) => body);
  await expect.poll(kinds).toMatchObject([
    { kind: 'complete', taskId: sauna.id },
    { kind: 'reopen', taskId: sauna.id },
  ]);
  const [completed, undone] = sent.slice(2) as { changeId: string; undoes?: string }[]; // safe because: seen above
  expect(undone?.undoes).toBe(completed?.changeId);
});

test('completed tasks are collapsed, show by whom and when, and can be reopened', async () => {
  const { sent, become } = await openTasks({ tasks: [{ ...sauna, ...isDone, dueDate: today }] });
  await expect.element(page.getByText('No open task')).toBeVisible();
  await page.getByText('1 task done').click();
  const done = page.getByRole('list', { name: 'Done' }).getByRole('listitem');
  await expect.element(done).toHaveTextContent(/Show the sauna.*done by you\s*· .*09:41/);
  become({ ...sauna, dueDate: today });
  await done.getByRole('button', { name: 'Reopen' }).click();
  await expect.element(open).toHaveTextContent('due today');
  await expect.poll(() => sent).toMatchObject([{ kind: 'reopen', taskId: sauna.id }]);
  // whoever completed it
  expect(sent[0]).not.toHaveProperty('undoes');
  await expectAccessible();
});

test('a double click on "Reopen" reopens one task, and not the one that takes its place', async () => {
  const weights = { ...sauna, ...isDone, id: '7d0f4d3c-6c3e-4b8e-9a54-0c8f0a7d5b11', name: 'Show the weights' };
  const { sent, become } = await openTasks({ tasks: [{ ...sauna, ...isDone }, weights] });
  await page.getByText('2 tasks done').click();
  const reopen = page.getByRole('list', { name: 'Done' }).getByRole('button', { name: 'Reopen' });
  become(sauna, weights);
  await reopen.first().click();
  await expect.element(open).toHaveTextContent('Show the sauna');
  reopen.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  // changes are sent in order: nothing else was to be sent before this one
  await button('Done').click();
  await expect
    .poll(() => sent)
    .toMatchObject([
      { kind: 'reopen', taskId: sauna.id },
      { kind: 'complete', taskId: sauna.id },
    ]);
});

test('a task that a more urgent one has moved takes no press for a moment', async () => {
  const { become, emit } = await openTasks({ tasks: [sauna] });
  await expect.element(open).toHaveTextContent('Show the sauna');
  const settling = watchSettling();
  become({ ...sauna, id: '7d0f4d3c-6c3e-4b8e-9a54-0c8f0a7d5b11', name: 'Show the weights', dueDate: today }, sauna);
  emit('tasks');
  await expect.poll(settling).toContainEqual(expect.stringMatching(/^Show the sauna/));
});

test('the later of two concurrent edits of a task shows the conflict and asks which to keep', async () => {
  const introduction = { ...sauna, name: 'Introduction' };
  const { sent, outcome, become, emit } = await openTasks({ tasks: [introduction] });
  await button('Edit').click();
  become({ ...introduction, name: 'Introduction with Ben' });
  emit('tasks');
  // the list behind the dialog is updated; the form keeps its initial values
  await expect.element(page.getByText('Introduction with Ben')).toBeInTheDocument();
  await expect.element(words).toHaveValue('Introduction');
  await words.fill('Introduction with Ana');
  const { type, dueDate } = introduction;
  outcome.mockReturnValueOnce({
    kind: 'changedMeanwhile',
    current: { type, dueDate, name: 'Introduction with Ben' },
  });
  await button('Save').click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed “Introduction” in the meantime' });
  // a desk of an earlier version does not name the member
  await expect.element(conflict).toHaveAccessibleDescription('Choose which version to keep.');
  await expect.element(conflict).toHaveTextContent(/Introduction with Ben.*Introduction with Ana/);
  await expectAccessible();
  become({ ...introduction, name: 'Introduction with Ana' });
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await expect.element(open).toHaveTextContent('Introduction with Ana');
  await expect.element(conflict).not.toBeInTheDocument();
  const name = (from: string) => ({ edits: { name: { from, to: 'Introduction with Ana' } } });
  await expect.poll(() => sent).toMatchObject([name('Introduction'), name('Introduction with Ben')]);
});

test('without a linked account, a hint who can link it replaces the buttons', async () => {
  await openTasks({ isLinked: false, tasks: [sauna] });
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await expect.element(open).toHaveTextContent('Show the sauna');
  await expect.element(tasks).toHaveTextContent('The manager links it in the office');
  for (const name of ['New task', 'Done']) expect(button(name).query()).toBeNull();
});

test('a touch beside the task form discards no input, and leaving the page asks first', async () => {
  await openTasks();
  await button('New task').click();
  await dialog.getByText('Own text').click();
  await words.fill('Ask about the locker');
  await userEvent.click(document.documentElement, { position: { x: 5, y: 5 } });
  await expect.element(words).toHaveValue('Ask about the locker');
  history.back();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(words).toHaveValue('Ask about the locker');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const goOn = vi.fn();
  leavePage(goOn);
  expect(goOn).toHaveBeenCalledTimes(1);
});
