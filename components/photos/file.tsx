'use client';

import { Camera, ImageUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { Crop, PhotoRefusal } from '#lib/wire/photos.ts';
import { cropOf, type Size, type Square, startSquare } from '#lib/wire/square.ts';
import { PhotoCrop } from './crop.tsx';
import { PhotoFileButton } from './file-button.tsx';

/** What became of a sent file: kept, refused for what it is, or not arrived for a reason in words. */
export type Sent =
  | { kind: 'kept'; photoUrl: string }
  | { kind: 'refused'; because: PhotoRefusal }
  | { kind: 'failed'; text: string };

export type SendPhoto = (
  file: Blob,
  crop: Crop | null,
  options: { onProgress(part: number): void; signal: AbortSignal },
) => Promise<Sent>;

export interface PhotoFileProps {
  file: Blob;
  send: SendPhoto;
  onKept(photoUrl: string): void;
  onRefused(): void;
  onCamera(): void;
  onFile(file: File): void;
}

/** A file on its way to become a picture: its square is chosen, then it is sent. */
export function PhotoFile({ file, send, onKept, onRefused, onCamera, onFile }: PhotoFileProps) {
  const t = useTranslations('photos');
  const [picture, setPicture] = useState<{ url: string; size: Size; square: Square } | null>(null);
  /** How much is sent, from 0 to 1; null while nothing is. */
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<Exclude<Sent, { kind: 'kept' }> | null>(null);
  const sending = useRef<AbortController>(null);
  const buttons = useRef<HTMLDivElement>(null);

  const sendNow = async (crop: Crop | null) => {
    const controller = new AbortController();
    sending.current = controller;
    setProblem(null);
    setProgress(0);
    const sent = await send(file, crop, { onProgress: setProgress, signal: controller.signal });
    if (controller.signal.aborted) return;
    setProgress(null);
    if (sent.kind === 'kept') return onKept(sent.photoUrl);
    setProblem(sent);
    if (sent.kind === 'refused') onRefused();
  };

  // what the browser cannot show is judged by the desk, which says why
  const onUnreadable = useEffectEvent(() => void sendNow(null));
  useEffect(() => {
    const url = URL.createObjectURL(file);
    let isOver = false;
    void measure(url).then((size) => {
      if (isOver) return;
      if (size) setPicture({ url, size, square: startSquare(size) });
      else onUnreadable();
    });
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
      sending.current?.abort();
    };
  }, [file]);

  useEffect(() => {
    if (problem) buttons.current?.querySelector('button')?.focus();
  }, [problem]);

  const isSending = progress !== null;
  const canSend = picture !== null && problem?.kind !== 'refused';
  return (
    <div className="grid gap-4">
      {picture && problem?.kind !== 'refused' && (
        <div inert={isSending} className={isSending ? 'opacity-60' : undefined}>
          <PhotoCrop {...picture} onChange={(square) => setPicture({ ...picture, square })} />
        </div>
      )}
      {isSending && <PhotoProgress part={progress} />}
      <p role="alert" className="font-medium text-refused empty:hidden">
        {problem && (problem.kind === 'refused' ? t(`refused.${problem.because}`) : problem.text)}
      </p>
      {!isSending && (
        <div ref={buttons} className="flex flex-wrap gap-2.5">
          {canSend && (
            <Button look="main" onClick={() => sendNow(cropOf(picture.square, picture.size))}>
              {t('crop.use')}
            </Button>
          )}
          <Button onClick={onCamera}>
            <Camera aria-hidden className="size-5" />
            {t(file instanceof File ? 'take' : 'crop.retake')}
          </Button>
          <PhotoFileButton onFile={onFile}>
            <ImageUp aria-hidden className="size-5" />
            {t('crop.other')}
          </PhotoFileButton>
        </div>
      )}
    </div>
  );
}

/** The size of a picture as it is seen upright; null where the browser cannot show it. */
async function measure(url: string): Promise<Size | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  }
}

/** How much of a picture is sent; when all of it is, the desk and the platform still keep it. */
function PhotoProgress({ part }: { part: number }) {
  const t = useTranslations('photos');
  const isSent = part >= 1;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium">
        {t(isSent ? 'keeping' : 'sending')}
      </p>
      <progress
        aria-label={t('sending')}
        value={isSent ? undefined : part}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-unknown-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-unknown-soft [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
