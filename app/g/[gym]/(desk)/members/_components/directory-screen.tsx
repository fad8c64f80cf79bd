'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Directory } from '#components/directory/directory.tsx';
import { NewMemberLink } from '#components/new-member/link.tsx';
import { buttonLooks } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { directoryQuery, textsOf } from '#lib/browser/queries/list-queries.ts';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { isAllowed } from '#lib/wire/permissions.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { useDirectoryAddress } from './use-directory-address.ts';

interface DirectoryScreenProps {
  locationId: string;
  timeZone: string;
  /** The role of this user. */
  role: StaffRole;
}

export function DirectoryScreen({ locationId, timeZone, role }: DirectoryScreenProps) {
  const router = useRouter();
  const toGym = useGymPath();
  const { filters, text, isSettled, onType, onFilter, onLeave } = useDirectoryAddress();
  const list = useInfiniteQuery(directoryQuery(locationId, filters));
  const page = list.data?.pages[0];
  return (
    <Directory
      text={text}
      onType={onType}
      filters={filters}
      onFilter={onFilter}
      entries={entriesOf(list.data?.pages)}
      total={isSettled && !list.isPlaceholderData ? page?.total : undefined}
      progress={page?.progress ?? null}
      isFailed={list.isError}
      onRetry={() => list.refetch()}
      more={list.hasNextPage ? { isPending: list.isFetchingNextPage, onAsk: () => void list.fetchNextPage() } : null}
      onOpen={(accountId) => {
        onLeave();
        router.push(toGym(memberPath(accountId)));
      }}
      timeZone={timeZone}
      actions={
        <div className="flex flex-wrap gap-2.5">
          {isAllowed(role, 'exportLists') && <FileLink locationId={locationId} filters={filters} />}
          {isAllowed(role, 'editMembers') && <NewMemberLink />}
        </div>
      }
    />
  );
}

function FileLink({ locationId, filters }: { locationId: string; filters: DirectoryFilters }) {
  const t = useTranslations('directory');
  return (
    <a href={pathAt(locationId, '/api/desk/directory/file', textsOf(filters))} download className={buttonLooks({})}>
      <Download aria-hidden className="size-5" />
      {t('takeFile')}
    </a>
  );
}

/** Removes duplicates: a member who is changed between two reads moves from one page of the list to another. */
function entriesOf(pages: readonly DirectoryPage[] | undefined) {
  if (!pages) return undefined;
  const entries = pages.flatMap((page) => page.entries);
  return [...new Map(entries.map((entry) => [entry.accountId, entry])).values()];
}
