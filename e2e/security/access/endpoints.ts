import { profileFields } from '#lib/wire/members.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { type ReadName, reads } from '#lib/wire/reads/registry.ts';
import { utcDayOf } from '#shared/calendar/days.ts';

export interface Endpoint {
  /**
   * Who may call it: users with a permission; everybody; no user, but clients with the endpoint's own secret; or nobody
   * once there is staff.
   */
  needs: StaffPermission | 'everybody' | 'ownSecret' | 'noStaffYet';
  /** Its input, besides the input common to all endpoints (see `belongings` in the test). */
  input?: Record<string, unknown>;
  /** It is open to a session that waits for the passkey of its person. */
  addsPasskey?: true;
  /** It concerns no location. */
  namesNoPlace?: true;
}

const everybody: Endpoint = { needs: 'everybody', namesNoPlace: true };
const noFields = Object.fromEntries(profileFields.map((field) => [field, '']));
const keepsAll = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };
const settings = {
  closingTimes: { monday: '23:00' },
  closingExceptions: [{ day: '2026-12-24', time: null, note: 'Christmas Eve' }],
};
const passkey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const card = { kind: 'rfid', value: '0x04B81D5A2F6C80', tagFormat: null };
const reportDays = { from: '2026-11-02', to: '2026-11-22' };
const today = utcDayOf(Date.now());
const readers = [{ format: 'hex', byteOrder: 'asRead', byteLength: 'auto' }];
const productId = '00000000-0000-4000-8000-000000000000';

/** Every server action, by its file and name. A missing one fails the test. */
export const actions: Record<string, Endpoint> = {
  'app/(auth)/actions.ts setUp': { needs: 'noStaffYet', namesNoPlace: true },
  'app/actions.ts setTheme': { needs: 'readFloor', namesNoPlace: true, input: { theme: 'dark' } },
  'app/actions.ts setLocale': { needs: 'readFloor', namesNoPlace: true, input: { locale: 'en' } },
  'app/actions.ts beginReauthentication': { needs: 'readFloor', namesNoPlace: true, addsPasskey: true },
  'app/actions.ts reauthenticate': {
    needs: 'readFloor',
    namesNoPlace: true,
    addsPasskey: true,
    input: { password: 'not the password' },
  },
  'app/actions.ts signOutEverywhere': { needs: 'readFloor' },
  'app/account/actions.ts changePassword': {
    needs: 'readFloor',
    namesNoPlace: true,
    input: { current: 'not the password', next: 'four words in a row' },
  },
  'app/account/actions.ts endOwnSession': { needs: 'readFloor', namesNoPlace: true, input: { sessionId: productId } },
  'app/account/actions.ts beginPasskey': { needs: 'readFloor', namesNoPlace: true, addsPasskey: true },
  'app/account/actions.ts addPasskey': {
    needs: 'readFloor',
    namesNoPlace: true,
    addsPasskey: true,
    input: { passkey },
  },
  'app/account/actions.ts postponePasskey': { needs: 'readFloor', namesNoPlace: true },
  'app/account/actions.ts renamePasskey': {
    needs: 'readFloor',
    namesNoPlace: true,
    input: { id: passkey.id, name: 'Phone' },
  },
  'app/account/actions.ts removePasskey': { needs: 'readFloor', namesNoPlace: true, input: { id: passkey.id } },
  'app/task-actions.ts acknowledge': { needs: 'recordTasks' },
  'app/g/[gym]/(desk)/actions.ts askManager': {
    needs: 'recordVisits',
    input: { tapId: productId, accountId: productId, decision: 'checkIn' },
  },
  // never starts an outage: the other tests of the file need a platform that answers
  'app/g/[gym]/(desk)/demo-actions.ts switchPlatform': { needs: 'recordVisits', input: { isAway: false } },
  'app/g/[gym]/(desk)/members/[accountId]/actions.ts saveMember': {
    needs: 'editMembers',
    input: { base: noFields, values: noFields, tan: '' },
  },
  'app/g/[gym]/(desk)/members/[accountId]/actions.ts changeRole': {
    needs: 'manageRoles',
    input: { role: 'trainer', isGiven: true },
  },
  'app/g/[gym]/(desk)/members/[accountId]/actions.ts sendMessage': {
    needs: 'editMembers',
    input: { text: 'hello', deeplink: '', messageId: productId },
  },
  'app/g/[gym]/(desk)/members/[accountId]/actions.ts writeNote': {
    needs: 'editMembers',
    input: { noteId: productId, base: null, note: { text: 'a note', level: 'tell', expiresOn: null } },
  },
  'app/g/[gym]/(desk)/members/[accountId]/actions.ts removeMember': { needs: 'deleteMembers', input: { how: 'end' } },
  'app/g/[gym]/(desk)/cards-actions.ts assignCard': {
    needs: 'editMembers',
    input: { card, expectedHolder: null },
  },
  'app/g/[gym]/(desk)/cards-actions.ts replaceCard': {
    needs: 'editMembers',
    input: { lost: card.value, replacement: null, expectedHolder: null },
  },
  'app/g/[gym]/(desk)/cards-actions.ts removePass': { needs: 'editMembers', input: { issuer: null } },
  'app/g/[gym]/(desk)/members/[accountId]/photo-actions.ts removePhoto': { needs: 'editMembers' },
  'app/g/[gym]/(desk)/members/[accountId]/products-actions.ts bookProduct': {
    needs: 'editMembers',
    input: { productId, startDate: '2030-01-01', endDate: '2030-02-01', base: null },
  },
  'app/g/[gym]/(desk)/members/[accountId]/products-actions.ts endBooking': {
    needs: 'editMembers',
    input: { productId, base: { startDate: '2030-01-01', endDate: '2030-02-01' } },
  },
  'app/g/[gym]/(desk)/members/new/actions.ts createMember': {
    needs: 'editMembers',
    input: { values: noFields, tan: '' },
  },
  'app/g/[gym]/(desk)/members/new/actions.ts lookUpEmail': { needs: 'editMembers' },
  'app/g/[gym]/(office)/office/actions.ts decideAbsent': {
    needs: 'manageLocation',
    input: { since: '2026-11-21T08:00:00.000Z', decision: 'keep' },
  },
  'app/g/[gym]/(office)/office/gym/actions.ts saveSettings': {
    needs: 'manageLocation',
    input: { base: settings, settings },
  },
  'app/g/[gym]/(office)/office/gyms/actions.ts addGym': {
    needs: 'manageLocation',
    input: {
      name: 'Another gym',
      timeZone: 'Europe/Berlin',
      slug: '',
      apiUrl: 'https://127.0.0.1:9',
      apiKey: 'unknown',
    },
  },
  'app/g/[gym]/(office)/office/gyms/actions.ts retireGym': {
    needs: 'manageLocation',
    input: { gymId: productId, present: 0 },
  },
  'app/g/[gym]/(office)/office/gyms/actions.ts reopenGym': { needs: 'manageLocation', input: { gymId: productId } },
  'app/g/[gym]/(office)/office/gyms/actions.ts confirmGymOptOuts': {
    needs: 'manageLocation',
    input: { gymId: productId, since: '2026-11-21T08:00:00.000Z', count: 12 },
  },
  'app/g/[gym]/(office)/office/members-data/actions.ts checkOptOuts': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/members-data/actions.ts confirmOptOuts': {
    needs: 'manageLocation',
    input: { since: '2026-11-21T08:00:00.000Z', count: 12 },
  },
  'app/g/[gym]/(office)/office/members-data/actions.ts saveRetention': {
    needs: 'manageLocation',
    input: { base: keepsAll, chosen: keepsAll },
  },
  'app/g/[gym]/(office)/office/connection/actions.ts pullTrainingNow': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/connection/actions.ts orderExport': {
    needs: 'manageLocation',
    input: { orderId: productId, dataSet: 'workouts', from: today, until: today, fileType: 'CSV' },
  },
  'app/g/[gym]/(office)/office/connection/actions.ts testConnection': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/connection/actions.ts saveApiAccess': {
    needs: 'manageLocation',
    input: { version: 'former', url: 'http://127.0.0.1:9', key: 'fd_unknown', isConfirmed: false },
  },
  'app/g/[gym]/(office)/office/connection/actions.ts registerWebhook': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/connection/actions.ts saveLegacyInterface': {
    needs: 'manageLocation',
    input: { version: 'former', url: 'http://127.0.0.1:9/v1', gymId: '17', token: 'unknown' },
  },
  'app/g/[gym]/(office)/office/connection/actions.ts removeLegacyInterface': {
    needs: 'manageLocation',
    input: { version: 'former' },
  },
  'app/g/[gym]/(office)/office/connection/actions.ts saveExportAccess': {
    needs: 'manageLocation',
    input: { version: 'former', url: 'http://127.0.0.1:9', key: 'unknown', confirmedGym: null },
  },
  'app/g/[gym]/(office)/office/connection/actions.ts removeExportAccess': {
    needs: 'manageLocation',
    input: { version: 'former' },
  },
  'app/g/[gym]/(office)/office/start/actions.ts waiveStep': {
    needs: 'manageLocation',
    input: { step: 'badges', isWaived: false },
  },
  'app/g/[gym]/(office)/office/migration/actions.ts migrateMember': {
    needs: 'manageLocation',
    input: { legacyUserId: 1 },
  },
  'app/g/[gym]/(office)/office/migration/actions.ts changeMigration': {
    needs: 'manageLocation',
    input: { runId: productId, change: 'cancel' },
  },
  'app/g/[gym]/(office)/office/outbox/actions.ts retryUnsent': {
    needs: 'manageLocation',
    input: { ledger: 'visits', id: productId },
  },
  'app/g/[gym]/(office)/office/outbox/actions.ts dismissUnsent': {
    needs: 'manageLocation',
    input: { ledger: 'visits', id: productId, reason: 'Recorded by hand.' },
  },
  'app/g/[gym]/(office)/office/readers/actions.ts changeReaders': {
    needs: 'manageLocation',
    input: { base: readers, profiles: readers },
  },
  'app/g/[gym]/(office)/office/staff/actions.ts giveBadge': {
    needs: 'manageLocation',
    input: { card: card.value, source: 'scan', pin: '583920' },
  },
  'app/g/[gym]/(office)/office/staff/actions.ts changePin': { needs: 'manageLocation', input: { pin: '583920' } },
  'app/g/[gym]/(office)/office/staff/actions.ts takeBadge': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts openBadge': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts endSessions': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts findStaffAccount': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts linkAccount': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts unlinkAccount': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts inviteColleague': {
    needs: 'manageLocation',
    input: { name: 'A colleague', role: 'reception', locationIds: [productId] },
  },
  'app/g/[gym]/(office)/office/staff/actions.ts createLink': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts mailLink': { needs: 'manageLocation', input: { token: 'unknown' } },
  'app/g/[gym]/(office)/office/staff/actions.ts placeColleague': {
    needs: 'manageLocation',
    input: { role: 'manager', add: [], remove: [] },
  },
  'app/g/[gym]/(office)/office/staff/actions.ts correctColleague': {
    needs: 'manageLocation',
    input: { name: 'Ana Vogt', email: 'ana.vogt@example.com' },
  },
  'app/g/[gym]/(office)/office/staff/actions.ts forgetColleague': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts allowReports': {
    needs: 'manageLocation',
    input: { isAllowed: true },
  },
  'app/g/[gym]/(office)/office/staff/actions.ts disableColleague': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts enableColleague': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts withdrawInvitation': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts removePasskeys': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts giveTimeForPasskey': { needs: 'manageLocation' },
  'app/g/[gym]/(office)/office/staff/actions.ts requirePasskeys': {
    needs: 'manageLocation',
    input: { shown: 'nobody', requiredOf: 'nobody' },
  },
};

/** The input of reads, besides their location and member. */
const asked: { [Name in ReadName]?: Record<string, unknown> } = {
  atAGlance: { source: 'scan', value: card.value },
  auditEntries: { kind: 'cards' },
  cardHolder: { rfid: card.value },
  corporateEndings: { from: '2026-01-01', to: '2026-12-31' },
  forgottenMembers: { accountId: productId },
  visitsOfDay: { day: '2026-11-22', reason: 'corporateMembershipEnded' },
  together: { read: '/status' },
};

/** Every read of the registry, by its URL. */
const readRoutes: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(reads).map(([name, { path, permission }]) => [
    `GET /api/desk${path}`,
    { needs: permission, input: asked[name as ReadName] }, // safe because: the names are those of the registry
  ]),
);

/** Every route handler with its methods, and with the kind of input if that identifies the endpoint. */
export const routes: Record<string, Endpoint> = {
  ...readRoutes,
  'GET /api/auth/[...nextauth]': everybody,
  'GET /api/clock': everybody,
  'POST /api/sign-in/badges': everybody,
  'POST /api/sign-in/passkey': everybody,
  'POST /api/desk/badge': { needs: 'readFloor', input: { card: card.value, source: 'scan' } },
  'GET /api/desk/directory/file': { needs: 'exportLists' },
  'GET /api/desk/export-orders/file': { needs: 'manageLocation', input: { orderId: productId } },
  'GET /api/desk/log/file': { needs: 'manageLocation' },
  'GET /api/desk/member-file': { needs: 'manageLocation' },
  'POST /api/desk/migration': { needs: 'manageLocation' },
  'GET /api/desk/migration/results': { needs: 'manageLocation', input: { runId: productId } },
  'GET /api/desk/photos/[accountId]': { needs: 'readFloor' },
  'POST /api/desk/photos/[accountId]': { needs: 'editMembers' },
  'POST /api/desk/taps lookUp': { needs: 'recordVisits' },
  'POST /api/desk/taps checkIn': { needs: 'recordVisits' },
  'POST /api/desk/taps checkOut': { needs: 'recordVisits' },
  'POST /api/desk/taps admitAnyway': { needs: 'overrideAdmission' },
  'POST /api/desk/messages': {
    needs: 'readReports',
    input: { sendingId: productId, accountIds: [productId], readAt: '2026-11-21T08:00:00.000Z', text: 'hello' },
  },
  'POST /api/desk/messages/undo': { needs: 'readReports', input: { sendingId: productId } },
  'POST /api/desk/overrides': {
    needs: 'recordVisits',
    input: { decision: 'admitAnyway', reason: 'a letter', proof: { card: card.value, source: 'scan', pin: '583920' } },
  },
  'POST /api/desk/taps undo': { needs: 'recordVisits' },
  'POST /api/desk/taps void': { needs: 'recordVisits' },
  'POST /api/desk/tasks': { needs: 'recordTasks', input: { kind: 'complete' } },
  'GET /api/desk/reports/all-gyms/file': { needs: 'readReports' },
  'GET /api/desk/reports/contracts/file': { needs: 'exportLists', input: { list: 'ending' } },
  'GET /api/desk/reports/corporate-statement/file': { needs: 'exportLists', input: { month: '2026-10' } },
  'GET /api/desk/reports/day-peaks/file': { needs: 'readReports', input: reportDays },
  'GET /api/desk/reports/hours-of-week/file': { needs: 'readReports', input: reportDays },
  'GET /api/desk/reports/today/file': { needs: 'readReports' },
  'GET /api/desk/reports/training/due/file': { needs: 'exportLists', input: { weeks: '12' } },
  'GET /api/desk/reports/training/file': { needs: 'readReports', input: { ...reportDays, list: 'machines' } },
  'GET /api/desk/reports/who-stays-away/file': { needs: 'exportLists', input: { days: '14' } },
  'GET /api/desk/visits/file': {
    needs: 'exportLists',
    input: { day: '2026-11-22', reason: 'corporateMembershipEnded' },
  },
  'POST /api/hooks/[id]': { needs: 'ownSecret' },
  'GET /api/live': { needs: 'readFloor' },
  'GET /icon.svg': everybody,
  'GET /security.txt': everybody,
  'GET /worker.js': everybody,
};

/** Every page. */
export const pages: Record<string, Endpoint> = {
  '/': { needs: 'readFloor' },
  '/[...former]': { needs: 'readFloor' },
  '/away': { needs: 'readFloor' },
  '/g/[gym]': { needs: 'recordVisits' },
  '/g/[gym]/corporate-fitness': { needs: 'readMembers' },
  '/g/[gym]/floor': { needs: 'readFloor' },
  '/g/[gym]/members': { needs: 'readMembers' },
  '/g/[gym]/members/[accountId]': { needs: 'readMembers' },
  '/g/[gym]/members/new': { needs: 'editMembers' },
  '/g/[gym]/office': { needs: 'manageLocation' },
  '/g/[gym]/office/connection': { needs: 'manageLocation' },
  '/g/[gym]/office/location': { needs: 'manageLocation' },
  '/g/[gym]/office/log': { needs: 'manageLocation' },
  '/g/[gym]/office/gyms': { needs: 'manageLocation' },
  '/g/[gym]/office/members-data': { needs: 'manageLocation' },
  '/g/[gym]/office/migration': { needs: 'manageLocation' },
  '/g/[gym]/office/gym': { needs: 'manageLocation' },
  '/g/[gym]/office/outbox': { needs: 'manageLocation' },
  '/g/[gym]/office/readers': { needs: 'manageLocation' },
  '/g/[gym]/office/staff': { needs: 'manageLocation' },
  '/g/[gym]/office/start': { needs: 'manageLocation' },
  '/g/[gym]/reports': { needs: 'readReports' },
  '/g/[gym]/reports/all-gyms': { needs: 'readReports' },
  '/g/[gym]/reports/contracts': { needs: 'readReports' },
  '/g/[gym]/reports/corporate-statement': { needs: 'readReports' },
  '/g/[gym]/reports/training': { needs: 'readReports' },
  '/g/[gym]/reports/when-to-staff': { needs: 'readReports' },
  '/g/[gym]/reports/who-stays-away': { needs: 'readReports' },
  '/g/[gym]/visits': { needs: 'readMembers' },
  '/account': { needs: 'readFloor' },
  '/add-passkey': { needs: 'readFloor', addsPasskey: true },
  '/no-access': everybody,
  '/set-up': everybody,
  '/sign-in': everybody,
  '/sign-in/link': everybody,
};
