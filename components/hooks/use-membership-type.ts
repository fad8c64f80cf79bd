import type { MembershipType } from '#contracts/v2/account-fields.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

const namedTypes = ['BASIC', 'PREMIUM', 'PROSPECT', 'CORPORATE_FITNESS'] as const satisfies readonly MembershipType[];

/** The display name of a membership type. A type that the provider added later is shown as it is. */
export function useMembershipType(): (type: string | null) => string | null {
  const t = useTranslations('membershipTypes');
  return (type) => {
    const named = namedTypes.find((candidate) => candidate === type);
    return named ? t(named) : type;
  };
}
