import { z } from 'zod';
import { taskTypes } from '#contracts/v2/tasks.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';
import { sentTime } from '#lib/wire/time/sent-time.ts';
import { accountIdInput } from './account-id.ts';
import type { PresenceEntry } from './presence.ts';
import type { TaskContent } from './task-content.ts';
import { taskTemplates } from './task-templates.ts';
import type { LastTraining } from './training.ts';

/** Why the platform rejects a change for good. */
/** `createdElsewhere`: created, and in no list of the platform as it was sent. */
export type ChangeRefusal = 'taskGone' | 'createdElsewhere' | 'accountUnknown' | 'changedMeanwhile' | 'rejected';

/** The author or completer of a task, as far as the desk may name them. */
export interface Person {
  /** Null where the desk does not know the name. */
  name: string | null;
  isMe: boolean;
}

/** A task as the screens render it. */
export interface TaskView extends TaskContent {
  id: string;
  isCompleted: boolean;
  /** ISO instant; null where this desk does not know when. */
  completedAt: string | null;
  /** Null where the author is unknown. */
  author: Person | null;
  completer: Person | null;
  /** Whether the changes made at this desk have reached the platform. */
  sending: 'sent' | 'waiting' | { refused: ChangeRefusal };
}

/** How current the desk's list of tasks is. */
export interface TasksFreshness {
  /** ISO instant of the last successful read from the platform; null before the first. */
  asOf: string | null;
  /** Why reading has failed since; null while the list is current. */
  staleBecause: 'platform' | 'permission' | 'keyRejected' | null;
}

/** What a user needs in order to edit tasks. */
export interface TaskDesk extends TasksFreshness {
  /** Whether the manager has linked the user's own account: only then can the user create and complete tasks. */
  isLinked: boolean;
  /** The gym's day, `yyyy-MM-dd`. */
  today: string;
}

export interface MemberTasksView extends TaskDesk {
  /** Open ones first, by due day; then completed ones, latest first. */
  tasks: TaskView[];
}

/** The outcome of a change that the browser sent. Only `recorded` is stored; the others changed nothing. */
export type ChangeOutcome =
  | { kind: 'recorded' }
  /** The user has no account at the platform to name as author or completer: the manager has to link one. */
  | { kind: 'notLinked' }
  /** Another user is signed in now, and the one who made the change no longer works here. */
  | { kind: 'otherPerson' }
  | { kind: 'taskGone' }
  | { kind: 'memberUnknown' }
  /**
   * Another user has changed the same field to a different value.
   * `member`: the name, null where it is unknown; missing in an answer of an earlier version
   */
  | { kind: 'changedMeanwhile'; current: TaskContent; member?: string | null | undefined };

/** A card of the training floor. */
export interface FloorMember extends PresenceEntry {
  /** Open ones, most urgent first. */
  tasks: TaskView[];
  /** Null where nothing of it is known; missing in an answer of an earlier version. */
  training?: LastTraining | null | undefined;
}

export interface FloorView extends TaskDesk {
  /** Latest arrival first. */
  members: FloorMember[];
}

/**
 * One change of a task. The browser creates it once; every retry carries the same `changeId` (the idempotency key) and
 * `at`, so that it is recorded once however often it is sent.
 */
const change = z.object({
  changeId: z.uuid(),
  /** The location of the screen: a waiting change outlives a change of location. */
  locationId: z.uuid(),
  /**
   * The user who made it: a waiting change must not become that of another user who signs in later at the same tablet.
   */
  staffId: z.uuid(),
  /** Browser's clock, epoch milliseconds, when the user made it. */
  at: z.number().int().positive(),
});
export const longestTaskName = 500;
export const taskNameInput = z.string().trim().min(1).max(longestTaskName);
// a type that the provider added later stays valid
export const taskTypeInput = z.string().min(1).max(100).nullable();
export const dueDateInput = z.iso.date();

const create = change.extend({
  kind: z.literal('create'),
  accountId: accountIdInput,
  /** A template gets its name in the author's language. */
  what: z.union([
    z.object({ template: z.enum(taskTemplates) }),
    z.object({ name: taskNameInput, type: z.enum(taskTypes) }),
  ]),
  dueDate: dueDateInput,
});
const edit = change.extend({
  kind: z.literal('edit'),
  taskId: z.uuid(),
  edits: z.object({
    name: z.object({ from: z.string(), to: taskNameInput }).optional(),
    type: z.object({ from: z.string().nullable(), to: taskTypeInput }).optional(),
    dueDate: z.object({ from: dueDateInput.nullable(), to: dueDateInput.nullable() }).optional(),
  }),
  /**
   * Its user was asked about it, because of another user's change, and has not decided yet: the desk does not record it, but
   * says again what the task contains now. Absent in edits that nobody was asked about.
   */
  isUndecided: z.boolean().optional(),
});
const complete = change.extend({ kind: z.literal('complete'), taskId: z.uuid() });
const reopen = change.extend({
  kind: z.literal('reopen'),
  taskId: z.uuid(),
  /**
   * The id of the completion that this undoes, and of no other. Absent where a task is reopened, whoever completed it,
   * and in changes that an older page stored.
   */
  undoes: z.uuid().optional(),
});

const request = z.discriminatedUnion('kind', [create, edit, complete, reopen]);
/** The form in which the browser stores a change until the desk has it. */
export type TaskChangeRequest = z.infer<typeof request> & {
  /** The moment, with the page's offset to the desk's clock; absent in changes that an older page stored. */
  stamp?: Stamp;
};

export const taskChangeInput = z.discriminatedUnion('kind', [
  create.extend(sentTime.shape),
  edit.extend(sentTime.shape),
  complete.extend(sentTime.shape),
  reopen.extend(sentTime.shape),
]);
export type TaskChangeInput = z.infer<typeof taskChangeInput>;

/** What a user enters of a new task. */
export type NewTask = Pick<z.infer<typeof create>, 'what' | 'dueDate'>;
