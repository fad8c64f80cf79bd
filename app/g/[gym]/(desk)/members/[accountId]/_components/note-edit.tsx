'use client';

import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { writeNote } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { BegunBy } from '#components/profile/begun-by.tsx';
import { mistakesOf, type NoteDraft, NoteForm } from '#components/profile/note-form.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import { mostNotes, type NoteView, type WrittenNote } from '#lib/wire/notes.ts';
import type { SectionProps } from './section-props.ts';

interface NoteEditProps extends SectionProps {
  noteId: string;
  /** The note that the form is opened with; null for a new one. */
  opened: NoteView | null;
  /** At the gym, `yyyy-MM-dd`. */
  today: string;
  /** Called with the notes that are there now; with nothing where writing was given up. */
  onClose(saved?: NoteView[]): void;
}

const emptyDraft: NoteDraft = { text: '', level: 'tell', expiresOn: '' };
const draftOf = ({ text, level, expiresOn }: NoteView): NoteDraft => ({ text, level, expiresOn: expiresOn ?? '' });

/** What of a note is written, without who wrote it and when. */
export const writtenOf = (note: NoteView | null): WrittenNote | null =>
  note && { text: note.text, level: note.level, expiresOn: note.expiresOn };

export function NoteEdit({ accountId, locationId, noteId, opened, today, onClose }: NoteEditProps) {
  const t = useTranslations('memberNotes');
  const queryClient = useQueryClient();
  const write = useAction(writeNote);
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState(opened ? draftOf(opened) : emptyDraft);
  const [isTried, setTried] = useState(false);
  const [meanwhile, setMeanwhile] = useState<'tooMany' | { note: NoteView | null } | null>(null);
  const before = base ? draftOf(base) : emptyDraft;
  const isChanged = draft.text !== before.text || draft.level !== before.level || draft.expiresOn !== before.expiresOn;
  useUnsaved(isChanged);
  const { staff } = useReception();
  const mistakes = mistakesOf(draft, today);

  const save = async () => {
    setTried(true);
    if (Object.keys(mistakes).length > 0) return;
    const note = { ...draft, text: draft.text.trim(), expiresOn: draft.expiresOn || null };
    const written = await write.run({ locationId, accountId, noteId, base: writtenOf(base), note });
    if (!written?.ok) return;
    switch (written.value.kind) {
      case 'saved':
        return onClose(written.value.notes);
      case 'changedMeanwhile':
        // seen now: saving again means it
        setBase(written.value.note);
        return setMeanwhile(written.value);
      case 'tooMany':
        return setMeanwhile('tooMany');
      case 'gone':
        return queryClient.setQueryData(profileQuery(locationId, accountId).queryKey, { kind: 'gone' });
    }
  };

  return (
    <NoteForm
      draft={draft}
      today={today}
      mistakes={isTried ? mistakes : {}}
      onChange={setDraft}
      begunBy={<BegunBy staff={staff} />}
      meanwhile={
        meanwhile === 'tooMany' ? (
          <Banner tone="warning" icon={UsersRound} title={t('tooMany', { max: mostNotes })} />
        ) : (
          meanwhile && <ChangedMeanwhile note={meanwhile.note} />
        )
      }
      failure={write.failure}
      isPending={write.isPending}
      onSave={save}
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
