import { type Allowance, isAllowed, type StaffPermission } from './permissions.ts';
import type { StaffRole } from './staff.ts';

/** A page of the navigation. */
export interface DeskPageLink {
  page: 'checkIn' | 'members' | 'visits' | 'corporateFitness' | 'floor' | 'reports' | 'office';
  href: string;
}

const pages: readonly (DeskPageLink & { permission: StaffPermission })[] = [
  { page: 'checkIn', href: '/', permission: 'recordVisits' },
  { page: 'members', href: '/members', permission: 'readMembers' },
  { page: 'visits', href: '/visits', permission: 'readMembers' },
  { page: 'corporateFitness', href: '/corporate-fitness', permission: 'readMembers' },
  { page: 'floor', href: '/floor', permission: 'readFloor' },
  { page: 'reports', href: '/reports', permission: 'readReports' },
  { page: 'office', href: '/office', permission: 'manageLocation' },
];

/** The pages that a person may open, the start page of their role first. */
export const pagesOf = (role: StaffRole, allowed?: Allowance): DeskPageLink[] =>
  pages.filter(({ permission }) => isAllowed(role, permission, allowed)).map(({ page, href }) => ({ page, href }));

/**
 * The sections of the office, in the order of its navigation. A new section needs an entry here and a page at its path.
 * Getting started is listed until everything of it is done.
 */
export const officeSections = [
  { section: 'start', href: '/office/start' },
  { section: 'staff', href: '/office/staff' },
  { section: 'readers', href: '/office/readers' },
  { section: 'connection', href: '/office/connection' },
  { section: 'outbox', href: '/office/outbox' },
  { section: 'log', href: '/office/log' },
  { section: 'gym', href: '/office/gym' },
  { section: 'gyms', href: '/office/gyms' },
  { section: 'membersData', href: '/office/members-data' },
  { section: 'migration', href: '/office/migration' },
] as const;

/** The first page of the office. */
export const firstOfficePage = (isSetUpDone: boolean): string => (isSetUpDone ? '/office/staff' : '/office/start');

/** The reports, in the order of their navigation. A new report needs an entry here and a page at its path. */
export const reportSections = [
  { section: 'whenToStaff', href: '/reports/when-to-staff' },
  { section: 'whoStaysAway', href: '/reports/who-stays-away' },
  { section: 'contracts', href: '/reports/contracts' },
  { section: 'corporateStatement', href: '/reports/corporate-statement' },
  { section: 'training', href: '/reports/training' },
  { section: 'allGyms', href: '/reports/all-gyms' },
] as const;

export const firstReport = reportSections[0].href;
