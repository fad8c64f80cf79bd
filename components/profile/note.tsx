'use client';

import { StickyNote } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { TextAreaField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { longestNote, type NoteView } from '#lib/wire/members.ts';
import { ProfileSection } from './section.tsx';

interface NoteCardProps {
  note: NoteView | null;
  timeZone: string;
  actions?: ReactNode;
}

/** What reception is told when the member comes. */
export function NoteCard({ note, timeZone, actions }: NoteCardProps) {
  const t = useTranslations('memberNote');
  const { time } = useLocationFormat(timeZone);
  return (
    <ProfileSection title={t('title')} actions={actions}>
      {note ? (
        <div className="flex gap-3">
          <StickyNote aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
          <div className="min-w-0">
            <p className="whitespace-pre-wrap break-words text-lg">{note.text}</p>
            <p className="text-ink-soft text-sm">
              {t('writtenBy', { name: note.writtenBy, time: time(note.writtenAt) })}
            </p>
          </div>
        </div>
      ) : (
        <p className="text-ink-soft">{t('empty')}</p>
      )}
    </ProfileSection>
  );
}

interface NoteFormProps {
  text: string;
  onType(text: string): void;
  /** The note that somebody else wrote meanwhile. */
  meanwhile: ReactNode;
  failure: string | null;
  isPending: boolean;
  onSave(): void;
  onCancel(): void;
}

export function NoteForm({ text, onType, meanwhile, failure, isPending, onSave, onCancel }: NoteFormProps) {
  const t = useTranslations('memberNote');
  const common = useTranslations('common');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) onSave();
  };
  return (
    <ProfileSection title={t('title')}>
      <form ref={form} noValidate method="post" onSubmit={submit} className="grid gap-4">
        <TextAreaField
          name="note"
          label={t('label')}
          hint={t('hint', { count: String(text.length), max: String(longestNote) })}
          maxLength={longestNote}
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
        <div role="alert" className="empty:hidden">
          {meanwhile}
        </div>
        <Problem>{failure}</Problem>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onCancel}>{common('cancel')}</Button>
          <PendingButton type="submit" look="main" isPending={isPending}>
            {t('save')}
          </PendingButton>
        </div>
      </form>
    </ProfileSection>
  );
}
