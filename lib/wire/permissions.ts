import type { StaffRole } from './staff.ts';

/** What a staff member may do. Every action and every read names one. */
export type StaffPermission =
  /** See who is in, and the tasks of the floor. */
  | 'readFloor'
  /** Set, change and complete tasks of members. */
  | 'recordTasks'
  | 'recordVisits'
  /** See a member's data and what belongs to it: cards, bookings, picture, visits. */
  | 'readMembers'
  /** Create members and change what belongs to them. */
  | 'editMembers'
  /** End a membership or erase a member. */
  | 'deleteMembers'
  /** See and change what a member may do in the member system besides training: coach, or see the owner's pages. */
  | 'manageRoles'
  | 'overrideAdmission'
  /** Take lists of members out of the desk, as files. */
  | 'exportLists'
  /** Settings of a location and its staff. */
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
