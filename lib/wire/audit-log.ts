import { z } from 'zod';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import type { AuditAction } from './audit-actions.ts';

/** The kinds of entries that the log can be filtered by. */
export const logKinds = [
  'admissions',
  'signIns',
  'denied',
  'visits',
  'members',
  'cards',
  'staff',
  'exports',
  'gym',
] as const;
export type LogKind = (typeof logKinds)[number];

export const kindOfAction: Readonly<Record<AuditAction, LogKind>> = {
  admitAnyway: 'admissions',
  approveAdmission: 'admissions',
  settleVisit: 'visits',
  retryVisit: 'visits',
  resendVisits: 'visits',
  settleTask: 'visits',
  retryTask: 'visits',
  createStaff: 'staff',
  inviteStaff: 'staff',
  withdrawInvitation: 'staff',
  disableStaff: 'staff',
  enableStaff: 'staff',
  correctStaff: 'staff',
  forgetStaff: 'staff',
  setRole: 'staff',
  setStaffLocations: 'staff',
  allowReports: 'staff',
  disallowReports: 'staff',
  setPassword: 'staff',
  changePassword: 'signIns',
  endSession: 'signIns',
  createSignInLink: 'staff',
  mailSignInLink: 'staff',
  signIn: 'signIns',
  signInFailed: 'denied',
  signInLocked: 'denied',
  reauthenticate: 'signIns',
  addPasskey: 'signIns',
  renamePasskey: 'signIns',
  removePasskey: 'signIns',
  removePasskeys: 'staff',
  postponePasskey: 'signIns',
  giveTimeForPasskey: 'staff',
  refusePasskey: 'denied',
  signOut: 'signIns',
  signOutEverywhere: 'signIns',
  refusePermission: 'denied',
  lockBadge: 'denied',
  openBadge: 'staff',
  linkAccount: 'staff',
  unlinkAccount: 'staff',
  giveBadge: 'staff',
  changePin: 'staff',
  takeBadge: 'staff',
  addLocation: 'gym',
  setLocation: 'gym',
  tryAddress: 'gym',
  retireLocation: 'gym',
  reopenLocation: 'gym',
  reseal: 'gym',
  changeLocation: 'gym',
  registerWebhook: 'gym',
  waiveStep: 'gym',
  unwaiveStep: 'gym',
  moveCard: 'cards',
  receiveCard: 'cards',
  loseCard: 'cards',
  createMember: 'members',
  editMember: 'members',
  changeRoles: 'members',
  writeNote: 'members',
  removeNote: 'members',
  bookProduct: 'members',
  endBooking: 'members',
  keepPhoto: 'members',
  removePhoto: 'members',
  endMembership: 'members',
  eraseMember: 'members',
  sendMessages: 'members',
  retryMessage: 'members',
  settleMessage: 'members',
  undoMessages: 'members',
  exportVisits: 'exports',
  exportStatement: 'exports',
  exportMembers: 'exports',
  exportInactive: 'exports',
  exportLog: 'exports',
  exportMember: 'exports',
  orderExport: 'exports',
  fetchExport: 'exports',
  checkOptOuts: 'members',
  confirmOptOuts: 'members',
  keepAbsent: 'members',
  askForAbsent: 'members',
  migrateMember: 'members',
  startMigration: 'members',
  pauseMigration: 'members',
  resumeMigration: 'members',
  cancelMigration: 'members',
};

/** The `by` value of entries that a command of the operator wrote. */
export const operatorBy = 'operator';

/** No log has an earlier one. */
export const firstLogDay = '2000-01-01';

/** A day that no database and no calendar refuses. */
const day = z.iso.date().refine((asked) => asked >= firstLogDay && asked < '3000-01-01');

/** The filters of the log. Each is a URL parameter of the page. */
export const logFilter = z.object({
  /** The first and the last day, inclusive, `yyyy-MM-dd` at the location. */
  from: day.optional(),
  until: day.optional(),
  /** Who did it: a staff id, or `operator`. */
  by: z.union([z.uuid(), z.literal(operatorBy)]).optional(),
  /** Prefixes of words of a member's name, or the membership id. */
  member: z.string().trim().min(1).max(longestSearch).optional(),
  kind: z.enum(logKinds).optional(),
});
export type LogFilter = z.infer<typeof logFilter>;

/** Reads the filters from URL parameters. Invalid ones are dropped; of repeated ones the first counts. */
export function readLogFilter(params: Iterable<readonly [string, string]>): LogFilter {
  const named = [...params].toReversed().flatMap(([name, value]) => {
    const filter = logFilter.safeParse({ [name]: value });
    return filter.success ? Object.entries(filter.data) : [];
  });
  return logFilter.parse(Object.fromEntries(named));
}

export const detailLabels = [
  'refusal',
  'reason',
  'unsent',
  'code',
  'means',
  'permission',
  'roleBefore',
  'roleNow',
  'roleGiven',
  'roleTaken',
  'field',
  'notConfirmed',
  'card',
  'noteLevel',
  'noteLevelBefore',
  'product',
  'setting',
  'missing',
  'outOf',
  'ids',
  'recipients',
  'visits',
  'lostKeys',
  'lostBadges',
  'lostPhotos',
  'dataSet',
  'firstDay',
  'lastDay',
  'daysBefore',
  'gym',
  'passkey',
  'invited',
  'step',
] as const;

/** A fact of an entry beside its sentence, such as the reason of an override. */
export interface LogDetail {
  label: (typeof detailLabels)[number];
  text: string;
}

/** The member whom an entry is about. `former`: forgotten; the log keeps no name. `unlisted`: not in the directory. */
export type LogMember =
  | { kind: 'known'; accountId: string; name: string; membershipId: string | null }
  | { kind: 'former' }
  | { kind: 'unlisted' };

export interface LogEntry {
  id: string;
  /** ISO instant. */
  at: string;
  action: AuditAction;
  /** Who did it; null for a command of the operator. */
  by: string | null;
  member: LogMember | null;
  /** The colleague whom the entry is about. */
  colleague: string | null;
  details: LogDetail[];
  /** The IP address of the browser. */
  clientAddress: string | null;
}

export interface LogPerson {
  id: string;
  name: string;
  /** Whether they do not work at the location any more. */
  isFormer: boolean;
}

export interface LogPage {
  entries: LogEntry[];
  /** The options of the filter: the staff of the location, and those who have left and of whom the log has entries. */
  people: LogPerson[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}
