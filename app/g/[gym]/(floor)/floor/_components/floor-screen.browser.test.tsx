import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { openTrainersFloor } from '#app/_testing/floor.tsx';
import { expectAccessible, expectToFitEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { editContent } from '#lib/wire/task-content.ts';
import type { FloorMember, FloorView, TaskChangeRequest, TaskView } from '#lib/wire/tasks.ts';

const staffId = '7b0d7b5e-4c0e-4a44-8f14-2f9f7c3d1e55';
const today = '2026-11-25';
const me = { name: 'Jonas Brandt', isMe: true };
const introduction: TaskView = {
  id: '0b6f2f0e-3c54-4a5e-9d0e-1c2b3a4d5e6f',
  name: 'Introduction',
  type: 'GENERAL',
  dueDate: today,
  isCompleted: false,
  completedAt: null,
  author: me,
  completer: null,
  sending: 'sent',
};
const memberOf = (given: Partial<FloorMember>): FloorMember => ({
  accountId: 'lena',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  photoUrl: null,
  since: '2026-11-25T07:41:00Z',
  source: 'desk',
  openTasks: 1,
  tasks: [introduction],
  ...given,
});
const lena = memberOf({});
const mira = memberOf({ accountId: 'mira', displayName: 'Mira Sommer', initials: 'MS', openTasks: 0, tasks: [] });
const later = memberOf({ ...mira, since: '2026-11-25T08:00:00Z' });

/** Longer than events of the desk are gathered before a page reads again. */
const gatheredMs = 500;
const members = page.getByRole('list', { name: 'Members in the gym' });
const cards = () => [...members.element().children];
const cardOf = (name: string) => members.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const focus = (of: { element(): Element }) => (of.element() as HTMLElement).focus(); // safe because: a field or a button
const showAll = () => page.getByText(/^All \d/).click();

function tasksAfter({ accountId, tasks }: FloorMember, change: TaskChangeRequest): TaskView[] {
  if (change.kind === 'create' && change.accountId === accountId)
    return [...tasks, { ...introduction, id: change.changeId, name: 'Health check', type: 'ANAMNESIS' }];
  if (change.kind === 'complete') return tasks.filter(({ id }) => id !== change.taskId);
  if (change.kind === 'reopen' && accountId === 'lena') return [introduction];
  if (change.kind !== 'edit') return tasks;
  return tasks.map((task) => (task.id === change.taskId ? { ...task, ...editContent(task, change.edits) } : task));
}

/** A trainer's floor, with a desk that records changes. */
async function openFloor(present: FloorMember[] = [later, lena], isLinked = true) {
  let floor: FloorView = { isLinked, today, asOf: '2026-11-25T08:41:00Z', staleBecause: null, members: present };
  const changes: TaskChangeRequest[] = [];
  const record = (_: URLSearchParams, { body }: { body: unknown }) => {
    const change = body as TaskChangeRequest; // safe because: the page sends nothing else there
    changes.push(change);
    const changed = floor.members.map((member) => ({ ...member, tasks: tasksAfter(member, change) }));
    floor = { ...floor, members: changed };
    return { ok: true, value: { kind: 'recorded' } };
  };
  const desk = startFakeDesk({
    '/api/desk/floor': () => floor,
    '/api/clock': () => ({ now: Date.now() }),
    '/api/desk/tasks': record,
  });
  await openTrainersFloor();
  const setPresent = (next: FloorMember[]) => {
    floor = { ...floor, members: next };
    desk.emit('presence');
  };
  return { changes, setPresent };
}

afterEach(() => void vi.useRealTimers());

test('members with tasks come first, and one press shows all who are in', async () => {
  await openFloor();
  await expect.element(cardOf('Lena Vogt')).toBeVisible();
  expect(cards()).toHaveLength(1);
  await showAll();
  await expect.poll(() => cards().map((card) => card.textContent)).toHaveLength(2);
  const [first, second] = cards().map(({ textContent }) => textContent);
  expect(first).toMatch(/Lena Vogt.*Introduction.*Done/);
  expect(second).toMatch(/Mira Sommer.*No open task/);
});

test('check-ins and check-outs update the floor live', async () => {
  const { setPresent } = await openFloor([lena]);
  await showAll();
  await expect.element(cardOf('Mira Sommer')).not.toBeInTheDocument();
  setPresent([later, lena]);
  await expect.element(cardOf('Mira Sommer')).toBeVisible();
  setPresent([lena]);
  await expect.element(cardOf('Mira Sommer')).not.toBeInTheDocument();
});

test('cards and tasks that others have moved take no press for a moment, also in the open dialog', async () => {
  const { setPresent } = await openFloor([lena]);
  await cardOf('Lena Vogt').click();
  await expect.element(dialog.getByText('Introduction')).toBeVisible();
  const settling = watchSettling();
  const urgent = { ...introduction, id: '4c1f7a52-0d5b-4b0e-8a53-9d1f6a7c2e10', dueDate: '2026-11-24' };
  const before = { ...introduction, id: '5d2a8b63-1e6c-4c1f-9b64-0e2a7b8d3f21', name: 'Health check' };
  setPresent([memberOf({ ...mira, tasks: [urgent] }), memberOf({ tasks: [introduction, before] })]);
  await expect.poll(settling).toContainEqual(expect.stringMatching(/^LVLena Vogt/));
  await expect.poll(settling).toContainEqual(expect.stringMatching(/^Introduction.*Edit.*Done/));
});

test('input about a member survives their check-out, and the next check-in opens no dialog', async () => {
  const { setPresent } = await openFloor();
  await cardOf('Lena Vogt').click();
  await dialog.getByRole('button', { name: 'New task' }).click();
  await dialog.getByText('Own text').click();
  const words = dialog.getByRole('textbox', { name: 'What is to be done' });
  await words.fill('Ask about the shoulder');
  setPresent([later]);
  await expect.element(dialog).toHaveTextContent('Has left the gym');
  await expect.element(words).toHaveValue('Ask about the shoulder');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(cardOf('Lena Vogt')).not.toBeInTheDocument();
  setPresent([later, lena]);
  await expect.element(cardOf('Lena Vogt')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each(['before', 'after'])(
  'a task that is completed %s the member has left can be undone in the open dialog for as long as others',
  async (when) => {
    const { changes, setPresent } = await openFloor();
    const done = dialog.getByRole('button', { name: 'Done' });
    const undo = dialog.getByRole('button', { name: 'Undo' });
    const leave = async () => {
      setPresent([later]);
      await vi.advanceTimersByTimeAsync(gatheredMs);
      await expect.element(dialog).toHaveTextContent('Has left the gym');
    };
    await cardOf('Lena Vogt').click();
    // the time to undo does not pass by itself
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    if (when === 'after') await leave();
    await done.click();
    await expect.element(dialog.getByText('done by you')).toBeVisible();
    await expect.poll(() => changes.map(({ kind }) => kind)).toEqual(['complete']);
    if (when === 'before') await leave();
    await undo.click();
    await expect.element(done).toBeVisible();
    await expect.poll(() => changes.map(({ kind }) => kind)).toEqual(['complete', 'reopen']);
    await done.click();
    await expect.element(undo).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(dialog).toHaveTextContent('No open task');
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(done).not.toBeInTheDocument();
  },
);

test('a completed task is shown at once (optimistic update), and can be undone', async () => {
  const { changes } = await openFloor();
  // the time to undo does not pass
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await members.getByRole('button', { name: 'Done' }).click();
  await expect.element(members.getByText('done by you')).toBeVisible();
  await members.getByRole('button', { name: 'Undo' }).click();
  await expect.element(members.getByRole('button', { name: 'Done' })).toBeVisible();
  const of = { locationId: here, staffId, taskId: introduction.id };
  await expect
    .poll(() => changes)
    .toMatchObject([
      { kind: 'complete', ...of },
      { kind: 'reopen', ...of, undoes: changes[0]?.changeId },
    ]);
});

test('a task is created from a template and edited by keyboard', async () => {
  const { changes } = await openFloor();
  focus(cardOf('Lena Vogt'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Lena Vogt' })).toBeVisible();
  focus(dialog.getByRole('button', { name: 'New task' }));
  await userEvent.keyboard('{Enter}');
  focus(dialog.getByRole('radio', { name: 'Introduction' }));
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(dialog.getByRole('radio', { name: 'Health check' })).toBeChecked();
  focus(dialog.getByRole('button', { name: 'Create task' }));
  await userEvent.keyboard('{Enter}');
  const of = { locationId: here, staffId };
  const created = { kind: 'create', accountId: 'lena', what: { template: 'healthCheck' }, dueDate: today, ...of };
  await expect.poll(() => changes).toMatchObject([created]);
  const task = dialog.getByRole('listitem').filter({ hasText: 'Health check' });
  await expect.element(task).toHaveTextContent(/due today · by you/);

  focus(task.getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Health check, second part');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Health check, second part')).toBeVisible();
  await expect
    .poll(() => changes[1])
    .toMatchObject({
      kind: 'edit',
      taskId: changes[0]?.changeId,
      ...of,
      edits: { name: { from: 'Health check', to: 'Health check, second part' } },
    });
});

test('without a linked account, a hint who can link it replaces the buttons of the floor', async () => {
  await openFloor([later, lena], false);
  await expect.element(page.getByText('The manager links it in the office')).toBeVisible();
  await expect.element(cardOf('Lena Vogt')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Done' })).not.toBeInTheDocument();
});

/** Targets that are too small for touch. */
const smallTargets = () =>
  [...document.querySelectorAll('main :is(button, label, select), [role=dialog] :is(button, label, select)')].flatMap(
    (target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 1 && (height < 44 || width < 44) ? [`${target.textContent} ${width}x${height}`] : [];
    },
  );

test.each(['light', 'dark'])(
  'no axe violations, every width fits, and every target is large enough for touch: %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    onTestFinished(() => {
      delete document.documentElement.dataset.theme;
    });
    const healthCheck = { ...introduction, id: '4c1f7a52-0d5b-4b0e-8a53-9d1f6a7c2e10', name: 'Health check' };
    await openFloor([later, memberOf({ openTasks: 2, tasks: [introduction, healthCheck] })]);
    await showAll();
    // the time to undo does not pass
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await members.getByRole('button', { name: 'Done' }).first().click();
    await expect.element(members.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect.element(members.getByRole('button', { name: 'Done' })).toBeVisible();
    vi.useRealTimers();
    await expectToFitEveryWidth();
    await expectAccessible();
    expect(smallTargets()).toEqual([]);
    await cardOf('Lena Vogt').click();
    await expect.element(dialog).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'New task' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Create task' })).toBeVisible();
    await expectAccessible();
  },
);
