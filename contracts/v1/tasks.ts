import { z } from 'zod';
import { isoDate, optional, requiredText } from '#contracts/v2/primitives.ts';
import { type NamedPerson, namedPerson, person } from './people.ts';

/** The task types that this interface supports; version 2 has more. */
const taskTypes = [
  'GENERAL',
  'ANAMNESIS',
  'COORDINATION_FITNESS_TEST',
  'HEALTH_FITNESS_TEST',
  'PWC_FITNESS_TEST',
  'MAX_FORCE_FITNESS_TEST',
  'MOBILITY_SCREEN_FITNESS_TEST',
  'BLOOD_PRESSURE_FITNESS_TEST',
  'POLAR_FITNESS_TEST',
] as const;

const taskName = requiredText(500).meta({ description: 'What is to be done.', example: 'Explain the leg press' });
const taskType = z.enum(taskTypes).meta({ description: 'Kind of task.', example: 'GENERAL' });
const dueDate = isoDate.meta({ description: 'The day by which it should be done.', example: '2026-12-24' });
const completed = z.boolean().meta({ description: 'Whether it is done.', example: true });

const names = ({ userId, membershipId }: NamedPerson) => userId !== undefined || membershipId != null;
const requiredPerson = namedPerson.refine(names, 'Must hold userId or membershipId.');
const authorText = 'Who set the task.';
const targetText = 'Whom the task is about.';
const completerText = 'Who did it; the author where nobody is named.';

/** Body of `POST /task`. */
export const taskRequest = z
  .object({
    taskName,
    taskType: optional(taskType),
    dueDate,
    completed: optional(completed),
    author: requiredPerson.meta({ description: authorText, example: { membershipId: 'M-10442' } }),
    target: requiredPerson.meta({ description: targetText, example: { membershipId: 'M-10442' } }),
    completer: optional(namedPerson).meta({ description: completerText, example: { userId: 100482 } }),
  })
  .meta({
    id: 'TaskRequest',
    example: {
      taskName: 'Explain the leg press',
      dueDate: '2026-12-24',
      author: { membershipId: 'M-10442' },
      target: { membershipId: 'M-10442' },
    },
  });
export type TaskRequest = z.infer<typeof taskRequest>;

/** Body of `PUT /task/{taskId}`. Fields that are absent or null stay unchanged. */
export const taskChanges = z
  .object({
    taskName: optional(taskName),
    taskType: optional(taskType),
    dueDate: optional(dueDate),
    completed: optional(completed),
    author: optional(namedPerson).meta({ description: authorText, example: { userId: 100482 } }),
    target: optional(namedPerson).meta({ description: targetText, example: { membershipId: 'M-10442' } }),
    completer: optional(namedPerson).meta({ description: completerText, example: { userId: 100482 } }),
  })
  .meta({ id: 'TaskChanges', example: { completed: true } });
export type TaskChanges = z.infer<typeof taskChanges>;

export const task = z
  .object({
    taskId: z.int().meta({ description: 'Number of the task.', example: 17 }),
    taskName: z.string().meta({ description: 'What is to be done.', example: 'Explain the leg press' }),
    taskType: taskType.optional().meta({
      description: 'Kind of task; left out where it has none, or one that only version 2 knows.',
      example: 'GENERAL',
    }),
    dueDate: z.string().meta({ description: 'The day by which it should be done.', example: '2026-12-24' }),
    completed,
    author: person.optional().meta({ description: authorText, example: { userId: 100482 } }),
    target: person.meta({ description: targetText, example: { userId: 100517, membershipId: 'M-10442' } }),
    completer: person.optional().meta({ description: 'Who did it.', example: { userId: 100482 } }),
    timestamp: z.int().meta({
      description: 'When it was last changed, in milliseconds since the epoch.',
      example: 1795254067000,
    }),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;
export const taskList = z.array(task);

export const createdTask = z
  .object({ taskId: z.int().meta({ description: 'Number of the new task.', example: 17 }) })
  .meta({ id: 'CreatedTask' });

const dayOrMoment = z.union([isoDate, z.iso.datetime({ offset: true, local: true })], {
  error: 'Must be a date such as 2022-09-22, or a date-time such as 2022-09-22T14:19:26Z.',
});

export const listTasksQuery = z.object({
  // An unencoded `+` arrives as a space, which no instant contains.
  'modified-since': z
    .string()
    .transform((sent) => sent.replaceAll(' ', '+'))
    .pipe(dayOrMoment)
    .optional()
    .meta({
      description:
        'All tasks that were changed then or later: a day, which begins at midnight where the gym is, or a date-time, which is meant there too where it has no offset. Without it, the open ones.',
      example: '2026-11-21',
    }),
});
