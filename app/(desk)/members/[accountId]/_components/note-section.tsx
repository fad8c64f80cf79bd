'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { NoteCard } from '#components/profile/note.tsx';
import { ProfileSection, SectionState } from '#components/profile/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { noteQuery } from '#lib/queries/member-queries.ts';
import type { NoteView } from '#lib/wire/members.ts';
import { NoteEdit } from './note-edit.tsx';
import type { SectionProps } from './section-props.ts';

export function NoteSection(props: SectionProps) {
  const { accountId, locationId, timeZone, mayEdit } = props;
  const t = useTranslations('memberNote');
  const queryClient = useQueryClient();
  const query = noteQuery(locationId, accountId);
  const note = useQuery(query);
  const [opened, setOpened] = useState<{ text: string } | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (wasOpen.current && !opened) editButton.current?.focus();
    wasOpen.current = opened !== null;
  }, [opened]);

  if (opened) {
    const close = (saved?: NoteView | null) => {
      if (saved !== undefined) queryClient.setQueryData(query.queryKey, saved);
      setOpened(null);
    };
    return <NoteEdit {...props} opened={opened.text} onClose={close} />;
  }
  if (note.data === undefined) {
    return (
      <ProfileSection title={t('title')}>
        <SectionState isReading isFailed={note.isError} onRetry={() => void note.refetch()} />
      </ProfileSection>
    );
  }
  const edit = mayEdit && (
    <Button ref={editButton} onClick={() => setOpened({ text: note.data?.text ?? '' })}>
      {t(note.data ? 'change' : 'write')}
    </Button>
  );
  return <NoteCard note={note.data} timeZone={timeZone} actions={edit} />;
}
