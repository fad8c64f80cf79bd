'use client';

import { useTranslations } from 'next-intl';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { cn } from '#lib/class-names.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

interface SearchMatchesProps {
  id: string;
  matches: readonly MemberSummary[];
  /** The row that Enter chooses. */
  active: number | null;
  onChoose(member: MemberSummary): void;
}

/** The id of a row, by which the search box says which one is active. */
export const matchId = (listId: string, index: number) => `${listId}-${index}`;

/** Members found while typing, over the page: what is below does not move. The focus stays in the search box. */
export function SearchMatches({ id, matches, active, onChoose }: SearchMatchesProps) {
  const t = useTranslations('searchBox');
  const nameType = useMembershipType();
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('matches')}
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-30 mt-2 overflow-hidden rounded-md border border-line bg-surface shadow-lg"
    >
      {matches.map((member, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and hears the keys
        <div
          key={member.accountId}
          id={matchId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => onChoose(member)}
          className={cn(
            'flex min-h-14 cursor-pointer items-center gap-3.5 border-line px-4.5 py-1.5 not-first:border-t hover:bg-unknown-soft',
            index === active && 'bg-accent-soft outline-2 outline-accent -outline-offset-2',
          )}
        >
          <Avatar initials={member.initials} photoUrl={member.photoUrl} />
          <span className="min-w-0">
            <span className="block wrap-anywhere font-semibold text-ink">{member.displayName}</span>
            <span className="block text-ink-soft text-sm">
              {[nameType(member.membershipType), member.membershipId].filter(Boolean).join(' · ')}
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
