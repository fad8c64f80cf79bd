import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useMembershipType } from '#components/hooks/use-membership-type.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { DirectoryEntry } from '#lib/wire/directory.ts';
import { memberPath } from '#lib/wire/member-path.ts';

interface DirectoryRowProps {
  entry: DirectoryEntry;
  timeZone: string;
}

export function DirectoryRow({ entry, timeZone }: DirectoryRowProps) {
  const t = useTranslations('directory');
  const nameType = useMembershipType();
  const { day } = useLocationFormat(timeZone);
  const { contractEnd } = entry;
  return (
    <li className="border-line not-first:border-t [contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <Link
        href={memberPath(entry.accountId)}
        prefetch={false}
        className="flex min-h-16 items-center gap-3.5 px-4.5 py-2 -outline-offset-2 hover:bg-unknown-soft"
      >
        <Avatar initials={entry.initials} photoUrl={entry.photoUrl} />
        <span className="min-w-0 flex-1">
          <span className="block wrap-anywhere font-semibold">{entry.displayName}</span>
          <span className="block wrap-anywhere text-ink-soft text-sm">
            {[nameType(entry.membershipType), entry.membershipId].filter(Boolean).join(' · ')}
          </span>
        </span>
        {contractEnd && (
          <Badge className="max-w-40 shrink text-center">
            {t(contractEnd.state === 'past' ? 'contractEnded' : 'contractEnds', { day: day(contractEnd.day) })}
          </Badge>
        )}
      </Link>
    </li>
  );
}
