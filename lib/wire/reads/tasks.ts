import { isFloor, isMemberTasks } from '#lib/wire/answers/tasks.ts';
import type { FloorView, MemberTasksView } from '#lib/wire/tasks.ts';
import type { Here, OfMember, Read } from './read.ts';

/** Who is in the gym, with their open tasks. */
export const floor: Read<Here, FloorView> = {
  path: '/floor',
  permission: 'readFloor',
  list: 'floor',
  isAnswer: isFloor,
};

/** The open and completed tasks of one member. */
export const memberTasks: Read<OfMember, MemberTasksView> = {
  path: '/tasks',
  permission: 'readMembers',
  list: 'tasks',
  isAnswer: isMemberTasks,
};
