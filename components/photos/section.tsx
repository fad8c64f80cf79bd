'use client';

import { Camera, ImageUp, Trash2, UserRound } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { ProfileSection } from '#components/profile/section.tsx';
import { Photo } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { PhotoFileButton } from './file-button.tsx';

interface PhotoSectionProps {
  /** Null where there is no photo; undefined while loading. */
  photoUrl: string | null | undefined;
  mayEdit: boolean;
  onTake(): void;
  onFile(file: File): void;
  onRemove(): void;
}

/** A member's photo. The whole section is a drop target for files. */
export function PhotoSection({ photoUrl, mayEdit, onTake, onFile, onRemove }: PhotoSectionProps) {
  const t = useTranslations('photos');
  const [isOver, setIsOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    if (!mayEdit || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (!mayEdit || !file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: drag and drop only, the buttons do the same
    <div
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={onDrop}
      className={cn('relative rounded-lg', isOver && 'outline-3 outline-accent')}
    >
      <ProfileSection title={t('title')} isTitleHiddenWhenNarrow>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-4 sm:gap-x-5">
          <div className="grid size-28 sm:size-36 shrink-0 place-items-center overflow-hidden rounded-md bg-unknown-soft text-ink-faint">
            {photoUrl !== undefined && (
              <Photo
                key={photoUrl}
                url={photoUrl}
                alt={t('alt')}
                fallback={<UserRound aria-hidden strokeWidth={1.5} className="size-16" />}
              />
            )}
          </div>
          <div className="grid min-w-44 flex-1 content-start gap-2.5">
            {photoUrl === null && <p className="text-ink-soft">{t('none')}</p>}
            {mayEdit && (
              <>
                <div className="flex flex-wrap gap-2.5">
                  <Button look={photoUrl ? 'plain' : 'main'} onClick={onTake}>
                    <Camera aria-hidden className="size-5" />
                    {t('take')}
                  </Button>
                  <PhotoFileButton onFile={onFile}>
                    <ImageUp aria-hidden className="size-5" />
                    {t('choose')}
                  </PhotoFileButton>
                  {photoUrl && (
                    <Button onClick={onRemove}>
                      <Trash2 aria-hidden className="size-5" />
                      {t('remove.button')}
                    </Button>
                  )}
                </div>
                <p
                  aria-hidden
                  className={cn('text-sm max-sm:hidden', isOver ? 'font-medium text-accent' : 'text-ink-soft')}
                >
                  {t(isOver ? 'dropNow' : 'drop')}
                </p>
              </>
            )}
          </div>
        </div>
      </ProfileSection>
    </div>
  );
}
