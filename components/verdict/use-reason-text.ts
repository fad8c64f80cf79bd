import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { UnreadableReason } from '#lib/wire/reader/identify.ts';
import type { NextActor, Reason } from '#lib/wire/verdict.ts';

interface ReasonText {
  /** The reason itself. */
  text: string;
  /** The next step, and who does it. */
  next: { actor: NextActor; step: string } | null;
}

/** Translates the reasons of a verdict. */
export function useReasonText(timeZone: string): (reason: Reason) => ReasonText {
  const what = useWhatText(timeZone);
  const step = useStepText();
  return (reason) => ({
    text: what(reason),
    next: reason.nextActor && { actor: reason.nextActor, step: step(reason, reason.nextActor) },
  });
}

function useWhatText(timeZone: string): (reason: Reason) => string {
  const t = useTranslations('reasons');
  const { time, day } = useLocationFormat(timeZone);
  return (reason) => {
    switch (reason.code) {
      case 'openTasks':
        return t('openTasks', { count: reason.count });
      case 'alreadyIn':
        return t('alreadyIn', { time: time(reason.since) });
      case 'repeatIgnored':
        return t('repeatIgnored', { time: time(reason.checkedInAt) });
      case 'checkedOut':
        return t('checkedOut', { time: time(reason.at) });
      case 'contractEndsSoon':
        return t('contractEndsSoon', { days: reason.days, day: day(reason.endsOn) });
      case 'contractEnded':
        return t('contractEnded', { day: day(reason.endedOn) });
      case 'contractNotStarted':
        return t('contractNotStarted', { day: day(reason.startsOn) });
      case 'corporateMembershipEnded':
        return reason.endedOn
          ? t('corporateMembershipEnded', { day: day(reason.endedOn) })
          : t('corporateMembershipEndedBefore');
      case 'corporateMembershipNotStarted':
        return reason.startsOn
          ? t('corporateMembershipNotStarted', { day: day(reason.startsOn) })
          : t('corporateMembershipNotStartedYet');
      case 'letInBefore':
        return t('letInBefore', { time: time(reason.at) });
      case 'fromDirectory':
        return t('fromDirectory', { time: time(reason.at) });
      case 'note':
      case 'stopNote':
        return t(reason.code, { text: reason.text });
      case 'platformFailed':
        return t('platformFailed', { status: String(reason.status) });
      case 'deskUnreachable':
      case 'storageFailed':
      case 'signedOut':
        return t(reason.code, { kept: reason.kept });
      case 'unreadable':
        return t(`unreadable.${knownProblem(reason.problem)}`, { layout: reason.keyboardLayout ?? '' });
      case 'firstVisitThisMonth':
      case 'undone':
      case 'prospect':
      case 'birthday':
      case 'firstAdmission':
      case 'photoMissing':
      case 'admissionOverridden':
      case 'gymNotInNetwork':
      case 'noGuestProgramme':
      case 'platformSlow':
      case 'platformUnreachable':
      case 'platformAnswerUnreadable':
      case 'platformBusy':
      case 'keyRejected':
      case 'permissionMissing':
      case 'cardUnknown':
      case 'passUnknown':
      case 'emailUnknown':
      case 'membershipIdUnknown':
      case 'numberUnknown':
      case 'membershipMissing':
      case 'visitNotCounted':
        return t(reason.code);
    }
  };
}

function useStepText(): (reason: Reason, actor: NextActor) => string {
  const t = useTranslations('nextSteps');
  const anyStep = useTranslations('verdict.nextActorOnly');
  return (reason, actor) => {
    switch (reason.code) {
      case 'unreadable':
        return t(reason.problem === 'name' ? 'name' : layoutCure(reason.keyboardLayout));
      case 'firstVisitThisMonth':
      case 'openTasks':
      case 'alreadyIn':
      case 'repeatIgnored':
      case 'checkedOut':
      case 'undone':
      case 'fromDirectory':
      case 'birthday':
      case 'note':
      case 'visitNotCounted':
        return anyStep(actor);
      default:
        return t(reason.code);
    }
  };
}

function layoutCure(layout: string | null) {
  if (layout === null) return 'unreadable';
  return layout.includes('Shift') ? 'shiftHeld' : 'keyboardLayout';
}

const problems = {
  empty: true,
  oddDigits: true,
  wrongLength: true,
  tooLong: true,
  outOfRange: true,
  notHex: true,
  notAnEmail: true,
  notACard: true,
  keyboardLayout: true,
  name: true,
  notWhole: true,
} satisfies Record<UnreadableReason | 'name' | 'notWhole', true>;

/** A newer desk may send problems that this page does not know. */
function knownProblem(problem: string): keyof typeof problems | 'other' {
  const isKnown = (value: string): value is keyof typeof problems => Object.hasOwn(problems, value);
  return isKnown(problem) ? problem : 'other';
}
