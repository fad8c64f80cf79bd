import type { StaffRole } from './staff.ts';

/** The permissions of staff. Every action and every read requires one. */
export type StaffPermission =
  /** See who is in the gym, and the tasks of the floor. */
  | 'readFloor'
  /** Create, change and complete tasks of members. */
  | 'recordTasks'
  | 'recordVisits'
  /** See a member's data: profile, cards, bookings, photo, visits. */
  | 'readMembers'
  /** Create members and change their data. */
  | 'editMembers'
  /** End a membership or erase a member. */
  | 'deleteMembers'
  /** See and change a member's roles in the member system: trainer, or gym owner. */
  | 'manageRoles'
  | 'overrideAdmission'
  /** Export lists of members as files. */
  | 'exportLists'
  /** Change the settings and the staff of a location. */
  | 'manageLocation';

const trainer: readonly StaffPermission[] = ['readFloor', 'recordTasks'];
const reception: readonly StaffPermission[] = [...trainer, 'recordVisits', 'readMembers', 'editMembers'];
const manager: readonly StaffPermission[] = [
  ...reception,
  'deleteMembers',
  'manageRoles',
  'overrideAdmission',
  'exportLists',
  'manageLocation',
];

const permissionsOf: Record<StaffRole, readonly StaffPermission[]> = { trainer, reception, manager };

export const isAllowed = (role: StaffRole, permission: StaffPermission): boolean =>
  permissionsOf[role].includes(permission);
