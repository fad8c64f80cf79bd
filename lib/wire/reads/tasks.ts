import { isFloor, isMemberTasks } from '#lib/wire/answers/tasks.ts';
import type { FloorView, MemberTasksView } from '#lib/wire/tasks.ts';
import type { Here, OfMember, Read } from './read.ts';

/** Who is in, with what is to be done with them. */
export const floor: Read<Here, FloorView> = {
  path: '/floor',
  permission: 'readFloor',
  list: 'floor',
  isAnswer: isFloor,
};

/** What one member has to do and has done. */
export const memberTasks: Read<OfMember, MemberTasksView> = {
  path: '/tasks',
  permission: 'readMembers',
  list: 'tasks',
  isAnswer: isMemberTasks,
};
