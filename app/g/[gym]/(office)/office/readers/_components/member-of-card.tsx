'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMemberSearch } from '#app/g/[gym]/(desk)/_components/use-member-search.ts';
import { CardsMemberPicker } from '#components/cards/member-picker.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { cardsQuery } from '#lib/browser/queries/member-queries.ts';
import type { MemberMatch } from '#lib/wire/directory.ts';

interface MemberOfCardProps {
  locationId: string;
  timeZone: string;
  onName(rfids: readonly string[]): boolean;
}

/** Names the card that was held to the reader by its member: one of the member's cards has to fit. */
export function MemberOfCard({ locationId, timeZone, onName }: MemberOfCardProps) {
  const t = useTranslations('readers.find');
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const search = useMemberSearch(locationId, text.trim());
  const choose = async ({ accountId, displayName: name }: MemberMatch) => {
    setProblem(null);
    setAsking(true);
    const cards = await queryClient.fetchQuery({ ...cardsQuery(locationId, accountId), staleTime: 0 }).then(
      (read) => read.cards.map(({ rfid }) => rfid),
      () => null,
    );
    setAsking(false);
    if (cards === null) return setProblem(t('cardsFailed', { name }));
    if (cards.length === 0) return setProblem(t('noCards', { name }));
    if (!onName(cards)) setProblem(t('notOfMember', { name }));
  };
  return (
    <>
      <CardsMemberPicker
        search={search}
        value={text}
        onType={setText}
        timeZone={timeZone}
        onChoose={(member) => void choose(member)}
      />
      {isAsking && <Spinner className="size-6 text-accent" />}
      <Problem>{problem}</Problem>
    </>
  );
}
