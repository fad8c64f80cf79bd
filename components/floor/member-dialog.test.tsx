import { type ComponentProps, useState } from 'react';
import { expect, test } from 'vitest';
import { TaskEditForm } from '#components/tasks/task-edit-form.tsx';
import { TaskForm } from '#components/tasks/task-form.tsx';
import { elementsOf } from '#components/testing/elements.ts';
import { render, textOf } from '#components/testing/render.tsx';
import { Button } from '#components/ui/button.tsx';
import { MemberDialog } from './member-dialog.tsx';

const nothing = () => {};
const card: ComponentProps<typeof MemberDialog>['card'] = {
  accountId: 'a-1',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  photoUrl: null,
  since: '2026-11-24T08:41:00Z',
  source: 'desk',
  openTasks: 0,
  tasks: [],
};

test('input stays through a change of user, for a user who can save it', () => {
  const forms: (boolean | undefined)[] = [];
  function Floor() {
    const [at, goTo] = useState(0);
    const drawn = MemberDialog({
      card,
      hasLeft: false,
      staff: { id: 's', displayName: 'Ben' },
      today: '2026-11-24',
      timeZone: 'UTC',
      mayComplete: at < 2,
      onClose: nothing,
      onDone: nothing,
      onUndo: nothing,
      onCreate: nothing,
      onEdit: nothing,
      onAcknowledge: nothing,
    });
    forms.push(elementsOf(TaskForm, drawn)[0]?.props.maySave);
    const [write] = elementsOf(Button, drawn);
    // safe because: the button ignores the event
    if (at === 0) write?.props.onClick?.({} as never);
    if (at < 2) goTo(at + 1);
    return drawn;
  }
  render(<Floor />);
  expect(forms).toEqual([undefined, true, false]);
});

const content = { name: 'Ask about the locker', type: null, dueDate: '2026-11-24' };
const shared = { today: '2026-11-24', onCancel: nothing };

test.each([
  ['a new task', (maySave: boolean, onSave: () => void) => TaskForm({ ...shared, maySave, onCreate: onSave })],
  [
    'a task that is changed',
    (maySave: boolean, onSave: () => void) => TaskEditForm({ ...shared, task: content, maySave, onSave }),
  ],
])('a user who cannot save %s sees who can help, and Enter submits nothing', (_, draw) => {
  for (const maySave of [true, false]) {
    let saved = 0;
    let isSubmitted = false;
    function Form() {
      const form = draw(maySave, () => saved++);
      if (!isSubmitted) {
        isSubmitted = true;
        form.props.onSubmit({ preventDefault: nothing });
      }
      return form;
    }
    const drawn = render(<Form />);
    expect(saved).toBe(maySave ? 1 : 0);
    expect(drawn.includes('type="submit"')).toBe(maySave);
    expect(textOf(drawn).includes('The manager links it in the office')).toBe(!maySave);
  }
});
