'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMembershipType } from '#components/desk/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { TextField } from '#components/ui/field.tsx';
import type { MemberSummary } from '#lib/desk/verdict/verdict.ts';

export interface DirectoryProps {
  text: string;
  onType(text: string): void;
  members: readonly MemberSummary[];
}

export function Directory({ text, onType, members }: DirectoryProps) {
  const t = useTranslations('directory');
  const pages = useTranslations('pages');
  const nameType = useMembershipType();
  return (
    <main className="mx-auto grid w-full max-w-4xl gap-5 p-4 sm:p-6">
      <h1 className="font-bold text-3xl tracking-tight">{pages('members')}</h1>
      <TextField
        type="search"
        autoComplete="off"
        label={t('search')}
        hint={t('searchHint')}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <ul
        aria-label={pages('members')}
        className="grid overflow-hidden rounded-lg border border-line bg-surface empty:hidden"
      >
        {members.map((member) => (
          <li key={member.accountId} className="border-line not-first:border-t">
            <Link href={`/members/${member.accountId}`} className="flex min-h-14 items-center gap-3.5 px-4.5 py-2">
              <Avatar initials={member.initials} photoUrl={member.photoUrl} />
              <span className="min-w-0">
                <span className="block break-words font-semibold">{member.displayName}</span>
                <span className="block text-ink-soft text-sm">
                  {[nameType(member.membershipType), member.membershipId].filter(Boolean).join(' · ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
