import { z } from 'zod';
import { isoDate, isoInstant, openEnum, optional, requiredText, text } from './primitives.ts';
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

/** Body of `POST /tasks` and `PUT /tasks/{taskId}`; a `PUT` takes the whole task. */
export const taskRequest = z
  .object({
    name: requiredText(500).meta({ description: 'What is to be done.' }),
    type: optional(z.enum(taskTypes)).meta({ description: 'Kind of task.' }),
    dueDate: isoDate.meta({ description: 'The day by which it should be done.' }),
    authorId: requiredText().meta({ description: 'Account that set the task.' }),
    targetId: requiredText().meta({ description: 'Account the task is about.' }),
    completerId: optional(text(255)).meta({ description: 'Account that did it.' }),
    completed: optional(z.boolean()).meta({ description: 'Whether it is done.' }),
  })
  .meta({ id: 'TaskRequest' });
export type TaskRequest = z.infer<typeof taskRequest>;

export const task = z
  .object({
    id: z.string().nullish(),
    name: z.string().nullish(),
    type: openEnum(taskTypes).nullish(),
    dueDate: z.string().nullish(),
    authorId: z.string().nullish(),
    targetId: z.string().nullish(),
    completerId: z.string().nullish(),
    completed: z.boolean().nullish(),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof task>;
export const taskList = z.array(task);

/** A task as a client reads one. In paths its id is a number, and another platform may answer it as one. */
export const taskAsRead = task.extend({
  id: idAsRead.nullish(),
  authorId: textAsRead.nullish(),
  targetId: textAsRead.nullish(),
  completerId: textAsRead.nullish(),
});
export const taskListAsRead = listAsRead(taskAsRead.extend({ id: idAsRead }));

export const listTasksQuery = z.object({ modifiedSince: isoInstant.optional() });
