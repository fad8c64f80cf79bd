'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { writeNote } from '#app/(desk)/members/[accountId]/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { NotesCard } from '#components/profile/notes.tsx';
import { ProfileSection, SectionState } from '#components/profile/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';

import { notesQuery } from '#lib/queries/member-queries.ts';
import { randomUuid } from '#lib/taps/new-tap.ts';
import type { NoteOutcome, NoteView } from '#lib/wire/notes.ts';
import { NoteEdit, writtenOf } from './note-edit.tsx';
import type { SectionProps } from './section-props.ts';

export function NotesSection(props: SectionProps) {
  const { accountId, locationId, timeZone, mayEdit } = props;
  const t = useTranslations('memberNotes');
  const queryClient = useQueryClient();
  const query = notesQuery(locationId, accountId);
  const { data, isError, refetch } = useQuery(query);
  const [opened, setOpened] = useState<{ noteId: string; note: NoteView | null } | null>(null);
  const [toRemove, setToRemove] = useState<NoteView | null>(null);
  const writeButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (wasOpen.current && !opened) writeButton.current?.focus();
    wasOpen.current = opened !== null;
  }, [opened]);

  if (!data) {
    return (
      <ProfileSection title={t('title')}>
        <SectionState isReading isFailed={isError} onRetry={() => void refetch()} />
      </ProfileSection>
    );
  }
  const keep = (notes: NoteView[]) => queryClient.setQueryData(query.queryKey, { ...data, notes });
  if (opened) {
    const close = (saved?: NoteView[]) => {
      if (saved) keep(saved);
      setOpened(null);
    };
    return <NoteEdit {...props} noteId={opened.noteId} opened={opened.note} today={data.today} onClose={close} />;
  }
  const removed = (outcome: NoteOutcome) => {
    setToRemove(null);
    if (outcome.kind === 'saved') return keep(outcome.notes);
    void refetch();
    toast.error(t('notRemoved'));
  };
  return (
    <>
      <NotesCard
        notes={data.notes}
        timeZone={timeZone}
        actions={
          mayEdit && (
            <Button ref={writeButton} onClick={() => setOpened({ noteId: randomUuid(), note: null })}>
              {t('write')}
            </Button>
          )
        }
        onChange={mayEdit ? (note) => setOpened({ noteId: note.noteId, note }) : null}
        onRemove={setToRemove}
      />
      {toRemove && (
        <ConfirmDialog
          title={t('removeTitle')}
          description={toRemove.text}
          confirm={t('removeConfirm')}
          onConfirm={() =>
            writeNote({ locationId, accountId, noteId: toRemove.noteId, base: writtenOf(toRemove), note: null })
          }
          onDone={removed}
          onClose={() => setToRemove(null)}
        />
      )}
    </>
  );
}
