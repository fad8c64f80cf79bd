import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { VisitTrouble } from '#lib/wire/visits.ts';

const knownReasons = [
  'corporateFitnessMembershipExpired',
  'corporateFitnessMembershipNotStarted',
  'corporateFitnessGymNotInNetwork',
  'corporateFitnessGymNotInNetworkPlus1',
  'membershipMissing',
  'unreadable',
  'slow',
  'failed',
] as const;

/** Why the member system does not have a visit, in plain words. */
export function useTroubleText(): (trouble: VisitTrouble) => string {
  const t = useTranslations('visits.trouble');
  const reason = useTranslations('visits.refusedBecause');
  const because = (code: string | null) => {
    const known = knownReasons.find((candidate) => candidate === code);
    if (known) return reason(known);
    return code?.startsWith('missing') ? reason('membershipMissing') : reason('other', { code: code ?? '–' });
  };
  return ({ state, why }) => (state === 'refused' ? t('refused', { why: because(why) }) : t(state));
}
