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

export type Change =
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
