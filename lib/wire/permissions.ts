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
  /** Create members; change their data, cards, photo, notes and bookings; send them messages. */
  | 'editMembers'
  /** End a membership or erase a member. */
  | 'deleteMembers'
  /** See and change a member's roles in the member system: trainer, or gym owner. */
  | 'manageRoles'
  | 'overrideAdmission'
  /** Export lists of members as files. */
  | 'exportLists'
  /** See the reports of a location. Managers may; a manager may allow it to others, at each location separately. */
  | 'readReports'
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
  'readReports',
  'manageLocation',
];

const permissionsOf: Record<StaffRole, readonly StaffPermission[]> = { trainer, reception, manager };

/** What a manager has allowed a person at a location, beside their role. */
export interface Allowance {
  mayReadReports: boolean;
}

const nothingMore: Allowance = { mayReadReports: false };

export const isAllowed = (
  role: StaffRole,
  permission: StaffPermission,
  { mayReadReports }: Allowance = nothingMore,
): boolean => permissionsOf[role].includes(permission) || (permission === 'readReports' && mayReadReports);
