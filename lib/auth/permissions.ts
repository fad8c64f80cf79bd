import type { StaffRole } from '#lib/desk/view.ts';

/** What a staff member may do. Every action and every read names one. */
export type StaffPermission = 'readFloor' | 'recordVisits' | 'overrideAdmission';

const permissionsOf: Record<StaffRole, readonly StaffPermission[]> = {
  trainer: ['readFloor'],
  reception: ['readFloor', 'recordVisits'],
  manager: ['readFloor', 'recordVisits', 'overrideAdmission'],
};

export const isAllowed = (role: StaffRole, permission: StaffPermission): boolean =>
  permissionsOf[role].includes(permission);
