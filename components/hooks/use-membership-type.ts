import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type NameMembershipType, nameMembershipTypesBy } from '#lib/wire/membership-type.ts';

/** The display name of a membership type. */
export const useMembershipType = (): NameMembershipType => nameMembershipTypesBy(useTranslations('membershipTypes'));
