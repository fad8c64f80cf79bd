/** The editable content of a task. */
export interface TaskContent {
  name: string;
  /** One of the platform's types; a type that the provider added later is kept as text. */
  type: string | null;
  /** Day of the gym's calendar, `yyyy-MM-dd`. */
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

/**
 * The fields that another user has changed since, to a different value. Of an edit whose user has been asked and has not decided,
 * also those that have their former value again.
 */
export const conflictsOf = (current: TaskContent, edits: ContentChange, isUndecided = false): ContentField[] =>
  contentFields.filter((field) => {
    const edit = edits[field];
    return edit && current[field] !== edit.to && (isUndecided || current[field] !== edit.from);
  });

/** The same edits, based on the current content, for a user who has seen it and confirms. */
export const rebaseEdits = (edits: ContentChange, { name, type, dueDate }: TaskContent): ContentChange => ({
  ...(edits.name && { name: { from: name, to: edits.name.to } }),
  ...(edits.type && { type: { from: type, to: edits.type.to } }),
  ...(edits.dueDate && { dueDate: { from: dueDate, to: edits.dueDate.to } }),
});
