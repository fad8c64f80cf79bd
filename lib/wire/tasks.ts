import { z } from 'zod';
import { type TaskType, taskTypes } from '#contracts/v2/tasks.ts';
import type { Stamp } from '#lib/wire/time/moment.ts';
import { sentTime } from '#lib/wire/time/sent-time.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { accountIdInput } from './account-id.ts';
import type { PresenceEntry } from './presence.ts';

/** What staff write down of a task. */
export interface TaskContent {
  name: string;
  /** One of the platform's types; one that the provider added later is its own text. */
  type: string | null;
  /** Day of the club's calendar, `yyyy-MM-dd`. */
  dueDate: string | null;
}

export const contentFields = ['name', 'type', 'dueDate'] as const satisfies readonly (keyof TaskContent)[];
export type ContentField = (typeof contentFields)[number];

/** What somebody changed, and what stood there when they did. */
export type ContentChange = { [Field in ContentField]?: { from: TaskContent[Field]; to: TaskContent[Field] } };

/** A task as far as changes go. Accounts are ids of the platform. */
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

/** The task after a change. Who did it first stays the one who did it. */
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

/** What has to be changed to make `to` of `from`. */
export function contentChange(from: TaskContent, to: TaskContent): ContentChange {
  return {
    ...(from.name !== to.name && { name: { from: from.name, to: to.name } }),
    ...(from.type !== to.type && { type: { from: from.type, to: to.type } }),
    ...(from.dueDate !== to.dueDate && { dueDate: { from: from.dueDate, to: to.dueDate } }),
  };
}

/** The fields that somebody else has changed since, to something else. */
export const conflictsOf = (current: TaskContent, edits: ContentChange): ContentField[] =>
  contentFields.filter((field) => {
    const edit = edits[field];
    return edit && current[field] !== edit.from && current[field] !== edit.to;
  });

/** The same change, made again by somebody who has seen what the task says now. */
export const rebaseEdits = (edits: ContentChange, { name, type, dueDate }: TaskContent): ContentChange => ({
  ...(edits.name && { name: { from: name, to: edits.name.to } }),
  ...(edits.type && { type: { from: type, to: edits.type.to } }),
  ...(edits.dueDate && { dueDate: { from: dueDate, to: edits.dueDate.to } }),
});

/** Why the platform will never take a change. */
export type ChangeRefusal = 'taskGone' | 'accountUnknown' | 'changedMeanwhile' | 'rejected';

/** Somebody who set or did a task, as far as the desk may name them. */
export interface Person {
  /** Null where the desk knows no name. */
  name: string | null;
  isMe: boolean;
}

/** A task as the screens show it. */
export interface TaskView extends TaskContent {
  id: string;
  isCompleted: boolean;
  /** ISO instant; null where this desk did not see when. */
  completedAt: string | null;
  /** Null where nobody is known to have set it. */
  author: Person | null;
  completer: Person | null;
  /** How far the changes made at this desk have come. */
  sending: 'sent' | 'waiting' | { refused: ChangeRefusal };
}

/** How far what the desk shows of tasks can be trusted. */
export interface TasksFreshness {
  /** When the platform was last asked with success, ISO instant; null before it ever was. */
  asOf: string | null;
  /** Why it could not be asked since; null while the list is current. */
  staleBecause: 'platform' | 'permission' | null;
}

/** What a person needs to know to write tasks. */
export interface TaskDesk extends TasksFreshness {
  /** Whether the manager has linked the person's own account: only then can they set and complete tasks. */
  isLinked: boolean;
  /** The club's day, `yyyy-MM-dd`. */
  today: string;
}

export interface MemberTasksView extends TaskDesk {
  /** Open ones first, by due day; then those done, the latest first. */
  tasks: TaskView[];
}

/** What became of a change that the browser sent. Only `recorded` is kept; the others changed nothing. */
export type ChangeOutcome =
  | { kind: 'recorded' }
  /** The person has no account at the platform that could have set or done it: the manager has to link one. */
  | { kind: 'notLinked' }
  /** Somebody else is signed in by now, and who did it does not work here any more. */
  | { kind: 'otherPerson' }
  | { kind: 'taskGone' }
  | { kind: 'memberUnknown' }
  /** Somebody else has changed the same field to something else. */
  | { kind: 'changedMeanwhile'; current: TaskContent };

/** A card of the training floor. */
export interface FloorMember extends PresenceEntry {
  /** Open ones, the most urgent first. */
  tasks: TaskView[];
}

export interface FloorView extends TaskDesk {
  /** Latest arrival first. */
  members: FloorMember[];
}

/** What trainers set most. The name is written in the language of who sets it. */
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
export const longestTaskName = 500;
const name = z.string().trim().min(1).max(longestTaskName);
// a type that the provider added later is kept where it stands
const type = z.string().min(1).max(100).nullable();
const day = z.iso.date();

const create = change.extend({
  kind: z.literal('create'),
  accountId: accountIdInput,
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
const statusChange = change.extend({ kind: z.enum(['complete', 'reopen']), taskId: z.uuid() });

const request = z.discriminatedUnion('kind', [create, edit, statusChange]);
/** What the browser keeps of a change until the desk has it. */
export type TaskChangeRequest = z.infer<typeof request> & {
  /** When it was done, and what the page knew of the desk's clock; absent where an older page kept the change. */
  stamp?: Stamp;
};

export const taskChangeInput = z.discriminatedUnion('kind', [
  create.extend(sentTime.shape),
  edit.extend(sentTime.shape),
  statusChange.extend(sentTime.shape),
]);
export type TaskChangeInput = z.infer<typeof taskChangeInput>;

export const dueChoices = ['today', 'nextWeek', 'pick'] as const;

/** By when, as it is chosen: `picked` is what stands in the field of another day, empty while none is chosen. */
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

/** How a day is chosen again that was chosen before. */
export function choiceOfDay(chosen: string | null, today: string): DueValue {
  const choice = chosen === today ? 'today' : chosen === daysLater(today, 7) ? 'nextWeek' : 'pick';
  return { choice, picked: chosen ?? '' };
}

/** A task that is to be set, as it stands in its form: words count where it is from no template. */
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

/** What a task says, as it stands in its form. */
export const taskForm = (today: string) => z.object({ name, type: type.unwrap(), due: dueOn(today) });
