'use client';

import { useState } from 'react';
import { SearchBox, type SearchBoxProps } from '#components/search/box.tsx';
import { useMemberSearch } from './use-member-search.ts';

interface MemberSearchBoxProps extends Pick<SearchBoxProps, 'ref' | 'answered' | 'onSubmit' | 'onChoose'> {
  locationId: string;
}

/** The search box, with the members of the directory that its text may mean. */
export function MemberSearchBox(props: MemberSearchBoxProps) {
  const [value, setValue] = useState('');
  const search = useMemberSearch(props.locationId, value.trim());
  return <SearchBox {...props} {...search} value={value} onType={setValue} />;
}
