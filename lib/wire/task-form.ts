import { z } from 'zod';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { TaskContent } from './task-content.ts';
import { taskTemplates } from './task-templates.ts';
import { dueDateInput, type NewTask, taskNameInput, taskTypeInput } from './tasks.ts';

export const dueChoices = ['today', 'nextWeek', 'pick'] as const;

/** The due day as chosen in the form: `picked` is the value of the date field, empty while no day is picked. */
const dueOn = (today: string) =>
  z
    .object({ choice: z.enum(dueChoices), picked: z.string() })
    .transform(({ choice, picked }) => {
      switch (choice) {
        case 'today':
          return today;
        case 'nextWeek':
          return daysLater(today, 7);
        case 'pick':
          return picked;
      }
    })
    .pipe(dueDateInput);
export type DueValue = z.input<ReturnType<typeof dueOn>>;

/** The choice that selects a given day again. */
export function choiceOfDay(chosen: string | null, today: string): DueValue {
  const choice = chosen === today ? 'today' : chosen === daysLater(today, 7) ? 'nextWeek' : 'pick';
  return { choice, picked: chosen ?? '' };
}

/** The form of a new task: name and type count only where it uses no template. */
export const newTaskForm = (today: string) => {
  const due = dueOn(today);
  const ownType = z.enum(taskTypes);
  return z
    .discriminatedUnion('template', [
      z.object({ template: z.literal('own'), name: taskNameInput, type: ownType, due }),
      z.object({ template: z.enum(taskTemplates), name: z.string(), type: ownType, due }),
    ])
    .transform((task): NewTask => {
      const what = task.template === 'own' ? { name: task.name, type: task.type } : { template: task.template };
      return { what, dueDate: task.due };
    });
};

/** The form for editing a task. A platform may allow longer names and types than the desk does: they pass unchanged. */
export const taskForm = (today: string, { name, type }: Pick<TaskContent, 'name' | 'type'>) =>
  z.object({
    name: name === '' ? taskNameInput : z.literal(name).or(taskNameInput),
    type: z.literal(type ?? 'GENERAL').or(taskTypeInput.unwrap()),
    due: dueOn(today),
  });
