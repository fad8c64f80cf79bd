'use client';

import { Camera, ImageUp, Trash2, UserRound } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
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

/** A member's photo, with the buttons that change it folded. The whole section is a drop target for files. */
export function PhotoSection({ photoUrl, mayEdit, onTake, onFile, onRemove }: PhotoSectionProps) {
  const t = useTranslations('photos');
  const [isOver, setIsOver] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const controlsId = useId();
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
    <section
      aria-label={t('title')}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={onDrop}
      className={cn('grid gap-1.5 rounded-lg', isOver && 'outline-3 outline-accent', isChanging && 'basis-full')}
    >
      <div className="grid size-24 place-items-center overflow-hidden rounded-lg bg-unknown-soft text-ink-faint sm:size-32">
        {photoUrl !== undefined && (
          <Photo
            key={photoUrl}
            url={photoUrl}
            alt={t('alt')}
            fallback={<UserRound aria-hidden strokeWidth={1.5} className="size-16" />}
          />
        )}
      </div>
      {mayEdit && photoUrl !== undefined && (
        <Button
          look="quiet"
          aria-expanded={isChanging}
          aria-controls={controlsId}
          onClick={() => setChanging(!isChanging)}
          className="-mx-4.5 justify-self-start"
        >
          {t(photoUrl ? 'change' : 'add')}
        </Button>
      )}
      <div id={controlsId} hidden={!isChanging} className="grid gap-2.5">
        {photoUrl === null && <p className="text-ink-soft">{t('none')}</p>}
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
        <p aria-hidden className="text-ink-soft text-sm max-sm:hidden">
          {t('drop')}
        </p>
      </div>
      {isOver && (
        <p aria-hidden className="font-medium text-accent text-sm">
          {t('dropNow')}
        </p>
      )}
    </section>
  );
}
