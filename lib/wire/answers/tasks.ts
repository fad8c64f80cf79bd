import type {
  ChangeOutcome,
  ChangeRefusal,
  FloorMember,
  FloorView,
  MemberTasksView,
  Person,
  TasksFreshness,
  TaskView,
} from '#lib/wire/tasks.ts';
import type { LastTraining } from '#lib/wire/training.ts';
import { entryProperties } from './presence.ts';
import { type Is, isFlag, isText, listOf, maybe, nullOr, objectOf, oneOf, variantsOf } from './shape.ts';

const content = { name: isText, type: nullOr(isText), dueDate: nullOr(isText) };
const person = nullOr(objectOf<Person>({ name: nullOr(isText), isMe: isFlag }));

const isOnItsWay = oneOf({ sent: true, waiting: true });
const isRefused = objectOf({
  refused: oneOf<ChangeRefusal>({
    taskGone: true,
    createdElsewhere: true,
    accountUnknown: true,
    changedMeanwhile: true,
    rejected: true,
  }),
});
const sending: Is<TaskView['sending']> = (value) => isOnItsWay(value) || isRefused(value);

const isTask: Is<TaskView> = objectOf({
  ...content,
  id: isText,
  isCompleted: isFlag,
  completedAt: nullOr(isText),
  author: person,
  completer: person,
  sending,
});

const desk = {
  asOf: nullOr(isText),
  staleBecause: nullOr(
    oneOf<NonNullable<TasksFreshness['staleBecause']>>({ platform: true, permission: true, keyRejected: true }),
  ),
  isLinked: isFlag,
  today: isText,
};

export const isMemberTasks: Is<MemberTasksView> = objectOf({ ...desk, tasks: listOf(isTask) });

const training = maybe(nullOr(objectOf<LastTraining>({ trainedAt: nullOr(isText), testedAt: nullOr(isText) })));

export const isFloor: Is<FloorView> = objectOf({
  ...desk,
  members: listOf(objectOf<FloorMember>({ ...entryProperties, tasks: listOf(isTask), training })),
});

export const isChangeOutcome: Is<ChangeOutcome> = variantsOf<ChangeOutcome, 'kind'>('kind', {
  recorded: {},
  notLinked: {},
  otherPerson: {},
  taskGone: {},
  memberUnknown: {},
  changedMeanwhile: { current: objectOf(content), member: maybe(nullOr(isText)) },
});
