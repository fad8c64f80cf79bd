'use client';

import { useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { PhotoCamera } from './camera.tsx';
import { PhotoFile, type SendPhoto } from './file.tsx';

export interface PhotoDialogProps {
  /** The initial source. */
  source: 'camera' | File;
  send: SendPhoto;
  onClose(): void;
  /** Called also after the dialog was closed. */
  onKept(photoUrl: string): void;
}

interface Chosen {
  file: Blob | null;
  /** How many were chosen before. */
  count: number;
}

/** From camera or file to a member's photo. Every step can go back without losing anything. */
export function PhotoDialog({ source, send, onClose, onKept }: PhotoDialogProps) {
  const common = useTranslations('common');
  const t = useTranslations('photos');
  const [chosen, setChosen] = useState<Chosen>({ file: source === 'camera' ? null : source, count: 0 });
  const [isRefused, setIsRefused] = useState(false);
  const choose = (file: Blob | null) => {
    setIsRefused(false);
    setChosen(({ count }) => ({ file, count: count + 1 }));
  };
  const step = isRefused ? 'refusal' : chosen.file ? 'crop' : 'camera';
  return (
    <Dialog
      isOpen
      hasInput={chosen.file !== null}
      onOpenChange={onClose}
      title={t(`${step}.title`)}
      description={t(`${step}.text`)}
      closeLabel={common('close')}
    >
      {chosen.file ? (
        <PhotoFile
          // another file resets the step
          key={chosen.count}
          file={chosen.file}
          send={send}
          onKept={onKept}
          onClose={onClose}
          onRefused={() => setIsRefused(true)}
          onCamera={() => choose(null)}
          onFile={choose}
        />
      ) : (
        <PhotoCamera onTaken={choose} onFile={choose} />
      )}
    </Dialog>
  );
}
