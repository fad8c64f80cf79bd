'use client';

import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { writeNote } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { NoteForm, type NoteMistake } from '#components/profile/note-form.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import { mostNotes, type NoteDraft, type NoteView, noteForm, type WrittenNote } from '#lib/wire/notes.ts';
import type { SectionProps } from './section-props.ts';

interface NoteEditProps extends SectionProps {
  noteId: string;
  /** The note to edit; null for a new one. */
  opened: NoteView | null;
  /** Today at the gym, `yyyy-MM-dd`. */
  today: string;
  /** Called with the current notes after saving; without them after a cancel. */
  onClose(saved?: NoteView[]): void;
}

const emptyDraft: NoteDraft = { text: '', level: 'tell', expiresOn: '' };
const draftOf = (note: NoteView | null): NoteDraft =>
  note ? { text: note.text, level: note.level, expiresOn: note.expiresOn ?? '' } : emptyDraft;

/** The editable part of a note, without author and time. */
export const writtenOf = (note: NoteView | null): WrittenNote | null =>
  note && { text: note.text, level: note.level, expiresOn: note.expiresOn };

export function NoteEdit({ accountId, locationId, noteId, opened, today, onClose }: NoteEditProps) {
  const t = useTranslations('memberNotes');
  const queryClient = useQueryClient();
  const write = useAction(writeNote);
  const [base, setBase] = useState(opened);
  const [meanwhile, setMeanwhile] = useState<'tooMany' | { note: NoteView | null } | null>(null);
  const form = useForm(noteForm(today), {
    initial: draftOf(opened),
    action: write,
    mistakeOf: (rule, field): NoteMistake =>
      field === 'text' ? 'textMissing' : rule === 'dayOver' ? 'dayOver' : 'notADay',
  });
  useUnsaved(form.isUnsaved);
  const { staff } = useReception();

  const submit = form.submit(async (note) => {
    const written = await write.run({ locationId, accountId, noteId, base: writtenOf(base), note });
    if (!written?.ok) return;
    switch (written.value.kind) {
      case 'saved':
        onClose(written.value.notes);
        break;
      case 'changedMeanwhile':
        // the user has seen it now: saving again overwrites it
        setBase(written.value.note);
        form.beginAnew(draftOf(written.value.note), form.values);
        setMeanwhile(written.value);
        break;
      case 'tooMany':
        setMeanwhile('tooMany');
        break;
      case 'gone':
        queryClient.setQueryData(profileQuery(locationId, accountId).queryKey, { kind: 'gone' });
    }
  });

  return (
    <NoteForm
      draft={form.values}
      today={today}
      mistakes={form.mistakes}
      onChange={form.change}
      begunBy={<BegunBy staff={staff} />}
      meanwhile={
        meanwhile === 'tooMany' ? (
          <Banner tone="warning" icon={UsersRound} title={t('tooMany', { max: mostNotes })} />
        ) : (
          meanwhile && <ChangedMeanwhile note={meanwhile.note} />
        )
      }
      failure={form.failure}
      isPending={form.isPending}
      onSubmit={submit}
      onCancel={() => onClose()}
    />
  );
}

function ChangedMeanwhile({ note }: { note: NoteView | null }) {
  const t = useTranslations('memberNotes');
  if (!note) return <Banner tone="warning" icon={UsersRound} title={t('removedMeanwhile')} />;
  return (
    <Banner tone="warning" icon={UsersRound} title={t('changedMeanwhile', { name: note.writtenBy })}>
      <p dir="auto" className="whitespace-pre-wrap">
        {note.text}
      </p>
      <p>{t('saveMeansIt')}</p>
    </Banner>
  );
}
