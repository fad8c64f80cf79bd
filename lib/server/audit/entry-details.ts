import { readConfirmation, withoutId } from '#lib/server/base/write-audit.ts';
import type { AuditAction } from '#lib/wire/audit-actions.ts';
import { kindOfAction, type LogDetail } from '#lib/wire/audit-log.ts';

/** The columns of an entry that its details are parsed from. */
interface StoredEntry {
  action: AuditAction;
  reason: string | null;
  cause: string | null;
}

/** The separate facts of an entry, parsed from what its writer stored. */
export function detailsOf(entry: StoredEntry): LogDetail[] {
  const { action, cause } = entry;
  const reason = entry.reason ?? '';
  switch (action) {
    case 'admitAnyway':
      return said(['refusal', cause], ['reason', reason]);
    case 'approveAdmission':
      return said(['refusal', cause], ['reason', withoutId(reason)]);
    case 'settleVisit':
    case 'retryVisit':
    case 'settleTask':
    case 'retryTask':
    case 'settleMessage':
    case 'retryMessage': {
      const [state, ...code] = (cause ?? '').split(' ');
      return said(['unsent', state], ['code', code.join(' ')], ['reason', reason]);
    }
    case 'signIn':
    case 'signInFailed':
    case 'signInLocked':
    case 'reauthenticate':
      return said(['means', reason]);
    case 'refusePermission':
      return said(['permission', reason]);
    case 'addPasskey':
    case 'renamePasskey':
    case 'removePasskey':
    case 'refusePasskey':
      return said(['passkey', reason]);
    case 'setRole': {
      const [before, now] = withoutId(reason).split(' → ');
      return said(['roleBefore', before], ['roleNow', now]);
    }
    case 'changeRoles': {
      const [role, change] = reason.split(' ');
      return said([change === 'taken' ? 'roleTaken' : 'roleGiven', role]);
    }
    case 'editMember':
      return confirmable(reason, (text) => text.split(', ').map((text) => ({ label: 'field', text })));
    case 'loseCard':
      return confirmable(reason, (text) => said(['card', text]));
    case 'moveCard':
    case 'receiveCard':
      return confirmable(reason, (text) => said(['card', text]));
    case 'writeNote':
    case 'removeNote': {
      const [level, before] = reason.split(' → ').toReversed();
      return said(['noteLevelBefore', before], ['noteLevel', level]);
    }
    case 'bookProduct':
    case 'endBooking':
      return confirmable(reason, (text) => {
        const [first = '', last = '', ...title] = text.split(' ');
        return said(['product', title.join(' ')], ['firstDay', reported(first)], ['lastDay', reported(last)]);
      }).concat(said(['daysBefore', cause]));
    case 'keepPhoto':
    case 'removePhoto':
      return confirmable(reason, () => []);
    case 'setLocation':
      return reason.split(', ').flatMap((text) => said(['setting', text]));
    case 'tryAddress':
      return said(['setting', reason]);
    case 'changeLocation':
      return reason.split('; ').flatMap((text) => said(['setting', text]));
    case 'correctStaff':
      return withoutId(reason)
        .split('; ')
        .flatMap((text) => said(['setting', text]));
    case 'keepAbsent':
    case 'askForAbsent': {
      const [missing, outOf] = reason.split(' of ');
      return said(['missing', missing], ['outOf', outOf]);
    }
    case 'exportVisits':
    case 'exportStatement': {
      const lastAt = dayLength + 1;
      const [first, last] = [reason.slice(0, dayLength), reason.slice(lastAt, lastAt + dayLength)];
      // of a retired gym, whose own log nobody can open
      const gym = reason.slice(lastAt + dayLength).trim();
      return said(['firstDay', first], ['lastDay', last], ['gym', gym]);
    }
    case 'orderExport':
    case 'fetchExport': {
      const [dataSet, first, last] = reason.split(' ');
      return said(['dataSet', dataSet], ['firstDay', first], ['lastDay', last]);
    }
    case 'confirmOptOuts':
      return said(['missing', reason]);
    case 'waiveStep':
    case 'unwaiveStep':
      return said(['step', reason]);
    case 'sendMessages':
    case 'undoMessages':
      return said(['recipients', reason]);
    case 'resendVisits': {
      const [visits, firstDay] = reason.split(' ');
      return said(['visits', visits], ['firstDay', firstDay]);
    }
    case 'reseal': {
      // of a secret that was lost
      const [keys, badges, photos] = reason.split(' ');
      return said(['lostKeys', keys], ['lostBadges', badges], ['lostPhotos', photos]);
    }
    case 'startMigration':
      return said(['ids', reason]);
    case 'setStaffLocations':
      return said(['gym', withoutId(reason)]);
    case 'withdrawInvitation':
      return said(['invited', withoutId(reason)]);
    case 'createStaff':
    case 'allowReports':
    case 'disallowReports':
    case 'inviteStaff':
    case 'disableStaff':
    case 'enableStaff':
    case 'forgetStaff':
    case 'setPassword':
    case 'changePassword':
    case 'endSession':
    case 'createSignInLink':
    case 'postponePasskey':
    case 'giveTimeForPasskey':
    case 'removePasskeys':
    case 'mailSignInLink':
    case 'signOut':
    case 'signOutEverywhere':
    case 'lockBadge':
    case 'openBadge':
    case 'linkAccount':
    case 'unlinkAccount':
    case 'giveBadge':
    case 'changePin':
    case 'takeBadge':
    case 'addLocation':
    case 'retireLocation':
    case 'reopenLocation':
    case 'registerWebhook':
    case 'createMember':
    case 'endMembership':
    case 'eraseMember':
    case 'exportMembers':
    case 'exportInactive':
    case 'exportLog':
    case 'exportMember':
    case 'checkOptOuts':
    case 'migrateMember':
    case 'pauseMigration':
    case 'resumeMigration':
    case 'cancelMigration':
      return [];
  }
}

/** A platform may not report a day of a booking: then a dash stands in its place. */
const reported = (day: string): string | null => (day === '–' ? null : day);

const dayLength = '2026-11-21'.length;

/** Entries about a colleague begin with the colleague's id. */
const aboutColleague = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The colleague whom an entry is about. */
export const colleagueIdOf = ({ action, reason }: StoredEntry): string | null =>
  kindOfAction[action] === 'staff' || action === 'signOutEverywhere' || action === 'approveAdmission'
    ? (reason?.match(aboutColleague)?.[0] ?? null)
    : null;

const said = (...details: [label: LogDetail['label'], text: string | null | undefined][]): LogDetail[] =>
  details.flatMap(([label, text]) => (text ? [{ label, text }] : []));

/** The reason of a change at the platform: of some it is not known whether the platform made it. */
function confirmable(reason: string, parse: (text: string) => LogDetail[]): LogDetail[] {
  const { text, isConfirmed } = readConfirmation(reason);
  const details = text === '' ? [] : parse(text);
  return isConfirmed ? details : [...details, { label: 'notConfirmed', text: '' }];
}
