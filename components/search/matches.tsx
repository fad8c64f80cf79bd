'use client';

import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { useSettling } from '#components/hooks/use-settling.ts';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberMatch } from '#lib/wire/directory.ts';
import { MemberLine } from './member-line.tsx';
import type { PickerOffer } from './use-member-picker.ts';

interface SearchMatchesProps {
  id: string;
  matches: readonly MemberMatch[];
  /** The active row, which Enter chooses. */
  active: number | null;
  /** The number of matches that are not shown. */
  more: number;
  /** Whether the search found no member. */
  isNobody: boolean;
  /** Whether the desk has mirrored all members. */
  isWhole: boolean;
  offer: PickerOffer | undefined;
  onChoose(row: number): void;
  timeZone: string;
  className?: string;
}

/** The listbox of matches, with an offer below them. The focus stays in the search box. */
export function SearchMatches({
  id,
  matches,
  active,
  offer,
  onChoose,
  timeZone,
  className,
  ...rest
}: SearchMatchesProps) {
  const t = useTranslations('searchBox');
  const list = useSettling<HTMLDivElement>('[role="option"]');
  const row = (index: number) => ({
    id: `${id}-${index}`,
    isActive: index === active,
    onChoose: () => onChoose(index),
  });
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('matches')}
      onMouseDown={(event) => event.preventDefault()}
      className={cn('overflow-hidden rounded-md border border-line bg-surface', className)}
    >
      {matches.map((member, index) => (
        <Row key={member.accountId} {...row(index)}>
          <Match member={member} timeZone={timeZone} />
        </Row>
      ))}
      {offer && (
        <Row {...row(matches.length)}>
          <span className="text-ink-soft">
            {rest.isNobody ? t(rest.isWhole ? 'nobody' : 'notRead') : t('more', { count: rest.more })} ·{' '}
            <span className="font-semibold text-accent">{offer.text}</span>
          </span>
        </Row>
      )}
    </div>
  );
}

interface RowProps {
  id: string;
  isActive: boolean;
  onChoose(): void;
  children: ReactNode;
}

function Row({ id, isActive, onChoose, children }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={cn(
        'flex min-h-14 cursor-pointer items-center gap-3.5 border-line px-4.5 py-1.5 not-first:border-t hover:bg-unknown-soft',
        isActive && 'bg-accent-soft outline-2 outline-accent -outline-offset-2',
      )}
    >
      {children}
    </div>
  );
}

function Match({ member, timeZone }: { member: MemberMatch; timeZone: string }) {
  const t = useTranslations('searchBox');
  const nameType = useMembershipType();
  const { day, time } = useLocationFormat(timeZone);
  const { contractEnd, inSince } = member;
  const facts = [
    nameType(member.membershipType),
    contractEnd && t(contractEnd.state === 'past' ? 'ended' : 'ends', { day: day(contractEnd.day) }),
  ];
  return (
    <>
      <MemberLine member={member} facts={facts} />
      {inSince && (
        <Badge look="accent" className="shrink-0">
          {t('inSince', { time: time(inSince) })}
        </Badge>
      )}
    </>
  );
}
