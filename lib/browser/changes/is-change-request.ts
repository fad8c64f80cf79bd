import { taskTypes } from '#contracts/v2/tasks.ts';
import {
  type Is,
  isFlag,
  isNumber,
  isText,
  maybe,
  nullOr,
  objectOf,
  variantsOf,
  wordOf,
} from '#lib/wire/answers/shape.ts';
import { isStamp } from '#lib/wire/answers/stamp.ts';
import type { ContentChange } from '#lib/wire/task-content.ts';
import { type TaskTemplate, taskTemplates } from '#lib/wire/task-templates.ts';
import type { TaskChangeRequest } from '#lib/wire/tasks.ts';

type What = Extract<TaskChangeRequest, { kind: 'create' }>['what'];
type OfTemplate = Extract<What, { template: TaskTemplate }>;

const change = { changeId: isText, locationId: isText, staffId: isText, at: isNumber, stamp: maybe(isStamp) };

const isOfTemplate = objectOf<OfTemplate>({ template: wordOf(taskTemplates) });
const isInOwnWords = objectOf<Exclude<What, OfTemplate>>({ name: isText, type: wordOf(taskTypes) });
const isWhat: Is<What> = (kept): kept is What => isOfTemplate(kept) || isInOwnWords(kept);

const isContentChange = objectOf<ContentChange>({
  name: maybe(objectOf({ from: isText, to: isText })),
  type: maybe(objectOf({ from: nullOr(isText), to: nullOr(isText) })),
  dueDate: maybe(objectOf({ from: nullOr(isText), to: nullOr(isText) })),
});

/** Validates a stored change, which a page of any version may have written: whether this page can send it. */
export const isChangeRequest: Is<TaskChangeRequest> = variantsOf<TaskChangeRequest, 'kind'>('kind', {
  create: { ...change, accountId: isText, what: isWhat, dueDate: isText },
  edit: { ...change, taskId: isText, edits: isContentChange, isUndecided: maybe(isFlag) },
  complete: { ...change, taskId: isText },
  reopen: { ...change, taskId: isText, undoes: maybe(isText) },
});
