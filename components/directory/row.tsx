import Link from 'next/link';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { LinkSign } from '#components/ui/link-sign.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import type { DirectoryEntry } from '#lib/wire/directory.ts';
import { memberPath } from '#lib/wire/member-path.ts';

const columns = 'lg:grid lg:grid-cols-[minmax(0,1fr)_12rem_10rem_4rem_6rem] lg:items-center lg:gap-4';

/** Visual column headings. Each value in a row has its own label for screen readers. */
export function DirectoryHead() {
  const t = useTranslations('directory.columns');
  return (
    <div
      aria-hidden
      className={`rounded-t-lg border border-line border-b-0 bg-surface px-4.5 py-2.5 text-ink-soft text-sm max-lg:hidden ${columns}`}
    >
      <span>{t('member')}</span>
      <span>{t('contract')}</span>
      <span>{t('lastVisit')}</span>
      <span>{t('card')}</span>
      <span>{t('tasks')}</span>
    </div>
  );
}

interface DirectoryRowProps {
  entry: DirectoryEntry;
  timeZone: string;
}

export function DirectoryRow({ entry, timeZone }: DirectoryRowProps) {
  const toGym = useGymPath();
  const t = useTranslations('directory');
  const nameType = useMembershipType();
  const { time } = useLocationFormat(timeZone);
  const { lastVisitAt, hasCard, openTasks } = entry;
  return (
    <li className="border-line not-first:border-t [contain-intrinsic-height:auto_72px] [content-visibility:auto]">
      <Link
        href={toGym(memberPath(entry.accountId))}
        prefetch={false}
        className={`relative block min-h-16 px-4.5 py-2.5 -outline-offset-2 hover:bg-unknown-soft ${columns}`}
      >
        <span className="flex min-w-0 items-center gap-3.5 max-lg:mb-2">
          <Avatar initials={entry.initials} photoUrl={entry.photoUrl} />
          <span className="min-w-0">
            <span className="block wrap-anywhere font-semibold">{entry.displayName} </span>
            <span className="block wrap-anywhere text-ink-soft text-sm">{entry.membershipId} </span>
          </span>
        </span>
        <Value name={t('columns.contract')}>
          {nameType(entry.membershipType) ?? '–'} <End entry={entry} timeZone={timeZone} />
        </Value>
        <Value name={t('columns.lastVisit')}>{lastVisitAt ? time(lastVisitAt) : t('noVisit')}</Value>
        <Value name={t('columns.card')}>{t(hasCard ? 'hasCard' : 'noCard')}</Value>
        <Value name={t('columns.tasks')}>{openTasks === 0 ? '–' : <Badge look="accent">{openTasks}</Badge>}</Value>
        <LinkSign />
      </Link>
    </li>
  );
}

function End({ entry: { contractEnd, endOfContract }, timeZone }: DirectoryRowProps) {
  const t = useTranslations('directory');
  const { day } = useLocationFormat(timeZone);
  if (contractEnd) {
    const text = t(contractEnd.state === 'past' ? 'contractEnded' : 'contractEnds', { day: day(contractEnd.day) });
    return <Badge className="whitespace-nowrap">{text}</Badge>;
  }
  if (endOfContract === null) return null;
  return <span className="block text-ink-soft text-sm">{t('until', { day: day(endOfContract) })}</span>;
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="flex gap-2 lg:block">
      <span className="w-36 shrink-0 text-ink-soft lg:sr-only">{name} </span>
      <span className="min-w-0">{children} </span>
    </span>
  );
}
