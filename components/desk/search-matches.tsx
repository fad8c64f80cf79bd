'use client';

import { useTranslations } from 'next-intl';
import type { KeyboardEvent, RefObject } from 'react';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import type { MemberSummary } from '#lib/desk/verdict/verdict.ts';
import { useMembershipType } from './use-membership-type.ts';

export interface SearchMatchesProps {
  ref: RefObject<HTMLUListElement | null>;
  matches: readonly MemberSummary[];
  onChoose(member: MemberSummary): void;
  /** Back to the box, by Escape or by going up from the first row. */
  onLeave(): void;
}

/** Members found while typing, over the page: what is below does not move. Arrow keys go from row to row. */
export function SearchMatches({ ref, matches, onChoose, onLeave }: SearchMatchesProps) {
  const t = useTranslations('searchBox');
  const nameType = useMembershipType();

  const pressKey = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.key === 'Escape') return onLeave();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll('button')];
    const index = rows.findIndex((row) => row.matches(':focus')) + (event.key === 'ArrowDown' ? 1 : -1);
    if (index < 0) return onLeave();
    rows[index]?.focus();
  };

  return (
    <div className="absolute inset-x-0 top-full z-30 mt-2 overflow-hidden rounded-md border border-line bg-surface shadow-lg">
      <p role="status" className="px-4.5 py-2 text-ink-soft text-sm">
        {t('matchCount', { count: matches.length })}
      </p>
      <ul ref={ref} aria-label={t('matches')} onKeyDown={pressKey} className="max-h-96 overflow-y-auto">
        {matches.map((member) => (
          <li key={member.accountId} className="border-line border-t">
            <Button
              look="quiet"
              shape="row"
              onClick={() => onChoose(member)}
              className="gap-3.5 px-4.5 -outline-offset-2"
            >
              <Avatar initials={member.initials} />
              <span className="min-w-0">
                <span className="block font-semibold text-ink">{member.displayName}</span>
                <span className="block text-ink-soft text-sm">
                  {[nameType(member.membershipType), member.membershipId].filter(Boolean).join(' · ')}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
