import { useTranslations } from 'next-intl';
import type { MemberVisit } from '#lib/wire/visits.ts';

const knownReasons = [
  'corporateFitnessMembershipExpired',
  'corporateFitnessMembershipNotStarted',
  'corporateFitnessGymNotInNetwork',
  'corporateFitnessGymNotInNetworkPlus1',
  'membershipMissing',
] as const;

/** Says in plain words how an entry stands with the platform. */
export function useVisitState(): (visit: MemberVisit) => string {
  const t = useTranslations('memberVisits.states');
  const reason = useTranslations('memberVisits.reasons');
  const why = (code: string | null) => {
    const known = knownReasons.find((candidate) => candidate === code);
    if (known) return reason(known);
    return code?.startsWith('missing') ? reason('membershipMissing') : reason('other', { code: code ?? '–' });
  };
  return ({ state, why: code }) => (state === 'refused' ? t('refused', { why: why(code) }) : t(state));
}
