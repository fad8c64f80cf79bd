'use client';

import { type RefObject, useState } from 'react';
import { SearchBox } from '#components/desk/search-box.tsx';
import type { MemberSummary } from '#lib/desk/verdict/verdict.ts';
import { useMemberSearch } from './use-member-search.ts';

export interface MemberSearchBoxProps {
  ref: RefObject<HTMLInputElement | null>;
  locationId: string;
  answered: string | null;
  onSubmit(value: string): void;
  onChoose(member: MemberSummary): void;
}

/** The search box, with the members of the directory that its text may mean. */
export function MemberSearchBox({ ref, locationId, ...props }: MemberSearchBoxProps) {
  const [value, setValue] = useState('');
  const search = useMemberSearch(locationId, value.trim());
  return <SearchBox ref={ref} value={value} onType={setValue} {...search} {...props} />;
}
