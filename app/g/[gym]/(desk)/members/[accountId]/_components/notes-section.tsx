'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { writeNote } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { NotesCard } from '#components/profile/notes.tsx';
import { ProfileSection } from '#components/profile/section.tsx';
import { SectionState } from '#components/reading/section-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

import { notesQuery } from '#lib/browser/queries/member-queries.ts';
import { randomUuid } from '#lib/browser/taps/new-tap.ts';
import type { NoteOutcome, NoteView } from '#lib/wire/notes.ts';
import { NoteEdit, writtenOf } from './note-edit.tsx';
import type { SectionProps } from './section-props.ts';

interface Opened {
  noteId: string;
  /** Null for a new one. */
  note: NoteView | null;
  /** Today at the gym, `yyyy-MM-dd`. */
  today: string;
}

export function NotesSection(props: SectionProps) {
  const { accountId, locationId, timeZone, mayEdit } = props;
  const t = useTranslations('memberNotes');
  const queryClient = useQueryClient();
  const query = notesQuery(locationId, accountId);
  const { data, isError, refetch } = useQuery(query);
  // a refetch after a change of user does not close the form
  const [opened, setOpened] = useState<Opened | null>(null);
  const [toRemove, setToRemove] = useState<NoteView | null>(null);
  const writeButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (wasOpen.current && !opened) writeButton.current?.focus();
    wasOpen.current = opened !== null;
  }, [opened]);

  const keep = (notes: NoteView[]) =>
    queryClient.setQueryData(query.queryKey, (before) => before && { ...before, notes });
  if (opened) {
    const close = (saved?: NoteView[]) => {
      if (saved) keep(saved);
      setOpened(null);
    };
    return <NoteEdit {...props} noteId={opened.noteId} opened={opened.note} today={opened.today} onClose={close} />;
  }
  if (!data) {
    return (
      <ProfileSection title={t('title')}>
        <SectionState isReading isFailed={isError} onRetry={() => void refetch()} />
      </ProfileSection>
    );
  }
  const open = (noteId: string, note: NoteView | null) => setOpened({ noteId, note, today: data.today });
  const removed = (outcome: NoteOutcome) => {
    setToRemove(null);
    if (outcome.kind === 'saved') keep(outcome.notes);
    else {
      void refetch();
      toast.error(t('notRemoved'));
    }
  };
  return (
    <>
      <NotesCard
        notes={data.notes}
        timeZone={timeZone}
        actions={
          mayEdit && (
            <Button ref={writeButton} onClick={() => open(randomUuid(), null)}>
              {t('write')}
            </Button>
          )
        }
        onChange={mayEdit ? (note) => open(note.noteId, note) : null}
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
