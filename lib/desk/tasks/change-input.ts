import { z } from 'zod';
import { taskTypes } from '#contracts/v2/tasks.ts';
import type { Stamp } from '#lib/clock/moment.ts';
import { sentTime } from '#lib/clock/sent-time.ts';
import { taskTemplates } from './templates.ts';

/**
 * One change of a task. The browser mints it once; every retry carries the same `changeId` and `at`, so that it is
 * recorded once however often it is sent.
 */
const change = z.object({
  changeId: z.uuid(),
  /** The location the screen stood for: a change that waits outlives a change of location. */
  locationId: z.uuid(),
  /** Who did it: a change that waits must not become somebody else's who signs in at the same tablet later. */
  staffId: z.uuid(),
  /** Browser's clock, epoch milliseconds, when it was done. */
  at: z.number().int().positive(),
});
const accountId = z.string().min(1).max(100);
const name = z.string().trim().min(1).max(500);
// a type that the provider added later is kept where it stands
const type = z.string().min(1).max(100).nullable();
const day = z.iso.date();

const create = change.extend({
  kind: z.literal('create'),
  accountId,
  /** A template is named in the language of who sets it. */
  what: z.union([z.object({ template: z.enum(taskTemplates) }), z.object({ name, type: z.enum(taskTypes) })]),
  dueDate: day,
});
const edit = change.extend({
  kind: z.literal('edit'),
  taskId: z.uuid(),
  edits: z.object({
    name: z.object({ from: z.string(), to: name }).optional(),
    type: z.object({ from: type, to: type }).optional(),
    dueDate: z.object({ from: day.nullable(), to: day.nullable() }).optional(),
  }),
});
const turn = change.extend({ kind: z.enum(['complete', 'reopen']), taskId: z.uuid() });

const request = z.discriminatedUnion('kind', [create, edit, turn]);
/** What the browser keeps of a change until the desk has it. */
export type TaskChangeRequest = z.infer<typeof request> & {
  /** When it was done, and what the page knew of the desk's clock; absent where an older page kept the change. */
  stamp?: Stamp;
};

export const taskChangeInput = z.discriminatedUnion('kind', [
  create.extend(sentTime.shape),
  edit.extend(sentTime.shape),
  turn.extend(sentTime.shape),
]);
export type TaskChangeInput = z.infer<typeof taskChangeInput>;
