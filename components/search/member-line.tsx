import { useLocale } from 'next-intl';
import { Avatar } from '#components/ui/avatar.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formatDay, shownDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { MemberIdentity } from '#lib/wire/verdict.ts';

interface MemberLineProps {
  member: MemberIdentity;
  /** Further facts between the date of birth and the membership id. */
  facts?: readonly (string | null)[];
}

/** Photo, name, date of birth and id of a member: distinguishes members of the same name wherever one is chosen. */
export function MemberLine({ member, facts }: MemberLineProps) {
  const line = useMemberFacts()(member, facts);
  return (
    <>
      <Avatar initials={member.initials} photoUrl={member.photoUrl} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold text-ink">{member.displayName}</span>
        <span className="block wrap-anywhere text-ink-soft text-sm">{line}</span>
      </span>
    </>
  );
}

/** Date of birth and id of a member in one line, with further facts in between. */
export function useMemberFacts(): (member: MemberIdentity, facts?: readonly (string | null)[]) => string {
  const t = useTranslations('searchBox');
  const tag = formattingTag[useLocale()];
  return ({ dateOfBirth, membershipId }, facts = []) => {
    const born = dateOfBirth && t('born', { day: formatDay(tag, dateOfBirth, shownDay) });
    return [born, ...facts, membershipId].filter(Boolean).join(' · ');
  };
}
