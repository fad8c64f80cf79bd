'use client';

import { OctagonAlert, StickyNote } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { NoteView } from '#lib/wire/notes.ts';
import { ProfileSection } from './section.tsx';

interface NotesCardProps {
  notes: readonly NoteView[];
  timeZone: string;
  /** Buttons next to the title. */
  actions?: ReactNode;
  /** Null where the user has no permission to change notes. */
  onChange: ((note: NoteView) => void) | null;
  onRemove(note: NoteView): void;
}

/** The notes for reception when the member arrives. Expired notes are collapsed, not deleted. */
export function NotesCard({ notes, actions, ...row }: NotesCardProps) {
  const t = useTranslations('memberNotes');
  const [showsExpired, setShowsExpired] = useState(false);
  const told = notes.filter(({ isExpired }) => !isExpired);
  const expired = notes.filter(({ isExpired }) => isExpired);
  const shown = showsExpired ? [...told, ...expired] : told;
  return (
    <ProfileSection title={t('title')} actions={actions}>
      {told.length === 0 && <p className="text-ink-soft">{t('empty')}</p>}
      <ul aria-label={t('title')} className="grid gap-4 empty:hidden">
        {shown.map((note) => (
          <NoteRow key={note.noteId} note={note} {...row} />
        ))}
      </ul>
      {expired.length > 0 && !showsExpired && (
        <Button look="quiet" className="-ml-3 justify-self-start" onClick={() => setShowsExpired(true)}>
          {t('showExpired', { count: expired.length })}
        </Button>
      )}
    </ProfileSection>
  );
}

interface NoteRowProps extends Pick<NotesCardProps, 'timeZone' | 'onChange' | 'onRemove'> {
  note: NoteView;
}

function NoteRow({ note, timeZone, onChange, onRemove }: NoteRowProps) {
  const t = useTranslations('memberNotes');
  const { time, day } = useLocationFormat(timeZone);
  const stops = note.level === 'stop';
  const Icon = stops ? OctagonAlert : StickyNote;
  const facts = [
    t('writtenBy', { name: note.writtenBy, time: time(note.writtenAt) }),
    note.expiresOn && t(note.isExpired ? 'expired' : 'until', { day: day(note.expiresOn) }),
  ];
  return (
    <li className="flex flex-wrap gap-x-3 gap-y-2">
      <Icon
        aria-hidden
        className={stops ? 'mt-1 size-5 shrink-0 text-attention' : 'mt-1 size-5 shrink-0 text-accent'}
      />
      <div className="min-w-40 flex-1">
        {stops && <p className="font-semibold text-attention text-sm">{t('levels.stop')}</p>}
        <p dir="auto" className="whitespace-pre-wrap break-words text-lg">
          {note.text}
        </p>
        <p className="text-ink-soft text-sm">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {onChange && (
        <div className="flex gap-2 max-sm:w-full max-sm:justify-end">
          <Button look="quiet" aria-label={t('changeLabel', { text: note.text })} onClick={() => onChange(note)}>
            {t('change')}
          </Button>
          <Button look="quiet" aria-label={t('removeLabel', { text: note.text })} onClick={() => onRemove(note)}>
            {t('remove')}
          </Button>
        </div>
      )}
    </li>
  );
}
