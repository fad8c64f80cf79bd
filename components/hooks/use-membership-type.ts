import type { MembershipType } from '#contracts/v2/account-fields.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

const namedTypes = ['BASIC', 'PREMIUM', 'PROSPECT', 'CORPORATE_FITNESS'] as const satisfies readonly MembershipType[];

/** Names membership types. One that the provider added later keeps its own name. */
export function useMembershipType(): (type: string | null) => string | null {
  const t = useTranslations('membershipTypes');
  return (type) => {
    const named = namedTypes.find((candidate) => candidate === type);
    return named ? t(named) : type;
  };
}
