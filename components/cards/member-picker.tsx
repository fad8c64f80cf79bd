'use client';

import { useTranslations } from 'next-intl';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { TextField } from '#components/ui/field.tsx';
import type { MemberSummary } from '#lib/wire/verdict.ts';

export interface CardsMemberPickerProps {
  text: string;
  matches: readonly MemberSummary[];
  /** Whether the matches are those of the whole text. */
  isSettled: boolean;
  onType(text: string): void;
  onChoose(member: MemberSummary): void;
}

/** Finds the member that a card is for. */
export function CardsMemberPicker({ text, matches, isSettled, onType, onChoose }: CardsMemberPickerProps) {
  const t = useTranslations('cards.assign');
  const nameType = useMembershipType();
  return (
    <div className="grid gap-3">
      <TextField
        data-autofocus
        type="search"
        label={t('search')}
        hint={t('searchHint')}
        value={text}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status" className="text-ink-soft empty:hidden">
        {text.trim() !== '' && isSettled && matches.length === 0 && t('nobody')}
      </p>
      <ul aria-label={t('matches')} className="grid overflow-hidden rounded-md border border-line empty:hidden">
        {matches.map((member) => (
          <li key={member.accountId} className="border-line not-first:border-t">
            <button
              type="button"
              onClick={() => onChoose(member)}
              className="flex min-h-14 w-full items-center gap-3.5 px-4 py-2 text-left -outline-offset-2 hover:bg-accent-soft"
            >
              <Avatar initials={member.initials} />
              <span className="min-w-0">
                <span className="block wrap-anywhere font-semibold">{member.displayName}</span>
                <span className="block text-ink-soft text-sm">
                  {[nameType(member.membershipType), member.membershipId].filter(Boolean).join(' · ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
