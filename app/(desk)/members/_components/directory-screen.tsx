'use client';

import { useState } from 'react';
import { useMemberSearch } from '#app/(desk)/_components/use-member-search.ts';
import { Directory } from '#components/members/directory.tsx';

export interface DirectoryScreenProps {
  locationId: string;
  timeZone: string;
}

export function DirectoryScreen({ locationId }: DirectoryScreenProps) {
  const [text, setText] = useState('');
  const search = useMemberSearch(locationId, text.trim());
  return <Directory text={text} onType={setText} members={search.matches} />;
}
