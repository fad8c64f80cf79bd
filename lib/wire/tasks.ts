import { z } from 'zod';
import { type TaskType, taskTypes } from '#contracts/v2/tasks.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';
import { sentTime } from '#lib/wire/time/sent-time.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { accountIdInput } from './account-id.ts';
import type { PresenceEntry } from './presence.ts';

/** The editable content of a task. */
export interface TaskContent {
  name: string;
  /** One of the platform's types; a type that the provider added later is kept as text. */
  type: string | null;
  /** Day of the club's calendar, `yyyy-MM-dd`. */
  dueDate: string | null;
}

export const contentFields = ['name', 'type', 'dueDate'] as const satisfies readonly (keyof TaskContent)[];
export type ContentField = (typeof contentFields)[number];

/** The changed fields, each with the value that the user saw before (`from`). */
export type ContentChange = { [Field in ContentField]?: { from: TaskContent[Field]; to: TaskContent[Field] } };

/** The state of a task that changes apply to. Accounts are ids of the platform. */
export interface TaskState extends TaskContent {
  authorId: string | null;
  completerId: string | null;
  isCompleted: boolean;
  completedAt: Date | null;
}

type Change =
  | { kind: 'create' }
  | { kind: 'edit'; edits: ContentChange | null }
  | { kind: 'complete'; actorId: string | null; at: Date }
  | { kind: 'reopen' };

/** Applies a change. Completing a task again does not change who completed it first. */
export function applyChange<State extends TaskState>(task: State, change: Change): State {
  switch (change.kind) {
    case 'create':
      return task;
    case 'edit':
      return { ...task, ...editContent(task, change.edits ?? {}) };
    case 'complete':
      if (task.isCompleted) return task;
      return { ...task, isCompleted: true, completerId: change.actorId, completedAt: change.at };
    case 'reopen':
      return { ...task, isCompleted: false, completerId: null, completedAt: null };
  }
}

export function editContent({ name, type, dueDate }: TaskContent, edits: ContentChange): TaskContent {
  return {
    name: edits.name ? edits.name.to : name,
    type: edits.type ? edits.type.to : type,
    dueDate: edits.dueDate ? edits.dueDate.to : dueDate,
  };
}

/** The edits that turn `from` into `to`. */
export function contentChange(from: TaskContent, to: TaskContent): ContentChange {
  return {
    ...(from.name !== to.name && { name: { from: from.name, to: to.name } }),
    ...(from.type !== to.type && { type: { from: from.type, to: to.type } }),
    ...(from.dueDate !== to.dueDate && { dueDate: { from: from.dueDate, to: to.dueDate } }),
  };
}

/** The fields that another user has changed since, to a different value. */
export const conflictsOf = (current: TaskContent, edits: ContentChange): ContentField[] =>
  contentFields.filter((field) => {
    const edit = edits[field];
    return edit && current[field] !== edit.from && current[field] !== edit.to;
  });

/** The same edits, based on the current content, for a user who has seen it and confirms. */
export const rebaseEdits = (edits: ContentChange, { name, type, dueDate }: TaskContent): ContentChange => ({
  ...(edits.name && { name: { from: name, to: edits.name.to } }),
  ...(edits.type && { type: { from: type, to: edits.type.to } }),
  ...(edits.dueDate && { dueDate: { from: dueDate, to: edits.dueDate.to } }),
});

/** Why the platform rejects a change for good. */
export type ChangeRefusal = 'taskGone' | 'accountUnknown' | 'changedMeanwhile' | 'rejected';

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
  staleBecause: 'platform' | 'permission' | null;
}

/** What a user needs in order to edit tasks. */
export interface TaskDesk extends TasksFreshness {
  /** Whether the manager has linked the user's own account: only then can the user create and complete tasks. */
  isLinked: boolean;
  /** The club's day, `yyyy-MM-dd`. */
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
  /** Another user has changed the same field to a different value. */
  | { kind: 'changedMeanwhile'; current: TaskContent };

/** A card of the training floor. */
export interface FloorMember extends PresenceEntry {
  /** Open ones, most urgent first. */
  tasks: TaskView[];
}

export interface FloorView extends TaskDesk {
  /** Latest arrival first. */
  members: FloorMember[];
}

/** The most common tasks. The name is written in the author's language. */
export const taskTemplates = [
  'introduction',
  'healthCheck',
  'bodyComposition',
  'strengthTest',
  'coordination',
  'mobility',
  'bloodPressure',
] as const;
export type TaskTemplate = (typeof taskTemplates)[number];

export const typeOfTemplate: Record<TaskTemplate, TaskType> = {
  introduction: 'GENERAL',
  healthCheck: 'ANAMNESIS',
  bodyComposition: 'INBODY_FITNESS_TEST',
  strengthTest: 'MAX_FORCE_FITNESS_TEST',
  coordination: 'COORDINATION_FITNESS_TEST',
  mobility: 'MOBILITY_SCREEN_FITNESS_TEST',
  bloodPressure: 'BLOOD_PRESSURE_FITNESS_TEST',
};

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
const name = z.string().trim().min(1).max(longestTaskName);
// a type that the provider added later stays valid
const type = z.string().min(1).max(100).nullable();
const day = z.iso.date();

const create = change.extend({
  kind: z.literal('create'),
  accountId: accountIdInput,
  /** A template gets its name in the author's language. */
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
const statusChange = change.extend({ kind: z.enum(['complete', 'reopen']), taskId: z.uuid() });

const request = z.discriminatedUnion('kind', [create, edit, statusChange]);
/** The form in which the browser stores a change until the desk has it. */
export type TaskChangeRequest = z.infer<typeof request> & {
  /** The moment, with the page's offset to the desk's clock; absent in changes that an older page stored. */
  stamp?: Stamp;
};

export const taskChangeInput = z.discriminatedUnion('kind', [
  create.extend(sentTime.shape),
  edit.extend(sentTime.shape),
  statusChange.extend(sentTime.shape),
]);
export type TaskChangeInput = z.infer<typeof taskChangeInput>;

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
    .pipe(day);
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
      z.object({ template: z.literal('own'), name, type: ownType, due }),
      z.object({ template: z.enum(taskTemplates), name: z.string(), type: ownType, due }),
    ])
    .transform((task): NewTask => {
      const what = task.template === 'own' ? { name: task.name, type: task.type } : { template: task.template };
      return { what, dueDate: task.due };
    });
};
export type NewTask = Pick<z.infer<typeof create>, 'what' | 'dueDate'>;

/** The form for editing a task. */
export const taskForm = (today: string) => z.object({ name, type: type.unwrap(), due: dueOn(today) });
