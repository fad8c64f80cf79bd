import { z } from 'zod';
import { dayOrInstant, isoDate, openEnum, optional, requiredText, text } from './primitives.ts';
import { idAsRead, listAsRead, textAsRead } from './reading.ts';

export const taskTypes = [
  'GENERAL',
  'ANAMNESIS',
  'COORDINATION_FITNESS_TEST',
  'HEALTH_FITNESS_TEST',
  'PWC_FITNESS_TEST',
  'MAX_FORCE_FITNESS_TEST',
  'MOBILITY_SCREEN_FITNESS_TEST',
  'BLOOD_PRESSURE_FITNESS_TEST',
  'POLAR_FITNESS_TEST',
  'INBODY_FITNESS_TEST',
  'JAWON_FITNESS_TEST',
] as const;
export type TaskType = (typeof taskTypes)[number];

const taskField = {
  name: { description: 'What is to be done.', example: 'Show the new rowing machine' },
  type: { description: 'Kind of task.', example: 'GENERAL' },
  dueDate: { description: 'The day by which it should be done.', example: '2026-12-04' },
  authorId: { description: 'Account that set the task.', example: '6f2c1b7e-4d0a-4b8e-9c35-a1e07d5f2b64' },
  targetId: { description: 'Account the task is about.', example: '6f2c1b7e-4d0a-4b8e-9c35-a1e07d5f2b64' },
  completerId: { description: 'Account that did it.', example: 'd3a0c9e2-58b7-4f16-a4c1-7be9120f6d85' },
  completed: { description: 'Whether it is done.', example: true },
};

/** Body of `POST /tasks` and `PUT /tasks/{taskId}`; a `PUT` contains the whole task. */
export const taskRequest = z
  .object({
    name: requiredText(500).meta(taskField.name),
    type: optional(z.enum(taskTypes)).meta(taskField.type),
    dueDate: isoDate.meta(taskField.dueDate),
    authorId: requiredText().meta(taskField.authorId),
    targetId: requiredText().meta(taskField.targetId),
    completerId: optional(text(255)).meta(taskField.completerId),
    completed: optional(z.boolean()).meta(taskField.completed),
  })
  .meta({
    id: 'TaskRequest',
    example: {
      name: taskField.name.example,
      type: taskField.type.example,
      dueDate: taskField.dueDate.example,
      authorId: taskField.authorId.example,
      targetId: taskField.targetId.example,
    },
  });
export type TaskRequest = z.infer<typeof taskRequest>;

export const task = z
  .object({
    id: z.string().nullish().meta({ description: 'Id of the task: text here, a number in paths.', example: '5121' }),
    name: z.string().nullish().meta(taskField.name),
    type: openEnum(taskTypes).nullish().meta(taskField.type),
    dueDate: z.string().nullish().meta(taskField.dueDate),
    authorId: z.string().nullish().meta(taskField.authorId),
    targetId: z.string().nullish().meta(taskField.targetId),
    completerId: z.string().nullish().meta(taskField.completerId),
    completed: z.boolean().nullish().meta(taskField.completed),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;
export const taskList = z.array(task);

/** A task as a client parses one. Its id is a number in paths, and another platform may send a number here too. */
export const taskAsRead = task.extend({
  id: idAsRead.nullish(),
  authorId: textAsRead.nullish(),
  targetId: textAsRead.nullish(),
  completerId: textAsRead.nullish(),
});
export const taskListAsRead = listAsRead(taskAsRead.extend({ id: idAsRead }));

export const listTasksQuery = z.object({
  modifiedSince: dayOrInstant.optional().meta({
    description: 'Only tasks changed at this instant or later; a day begins at midnight where the gym is.',
    example: '2026-11-20T08:00:00Z',
  }),
});
