'use client';

import { StickyNote } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import type { NoteView } from '#lib/wire/members.ts';
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
