'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { SearchBox, type SearchBoxProps } from '#components/search/box.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { directoryPath, newMemberPath } from '#lib/wire/member-path.ts';
import { useMemberSearch } from './use-member-search.ts';

interface MemberSearchBoxProps extends Pick<SearchBoxProps, 'ref' | 'answered' | 'onSubmit' | 'onChoose' | 'timeZone'> {
  locationId: string;
}

/** The search box with matching members of the directory. */
export function MemberSearchBox({ locationId, ...props }: MemberSearchBoxProps) {
  const t = useTranslations('searchBox');
  const router = useRouter();
  const toGym = useGymPath();
  const [value, setValue] = useState('');
  const search = useMemberSearch(locationId, value.trim());
  return (
    <SearchBox
      {...props}
      value={value}
      search={search}
      more={(text) => ({ text: t('showAll'), onChoose: () => router.push(toGym(directoryPath({ q: text }))) })}
      nobody={{ text: t('newMember'), onChoose: () => router.push(toGym(newMemberPath)) }}
      onType={setValue}
    />
  );
}
