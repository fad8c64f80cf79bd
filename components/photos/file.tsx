'use client';

import { Camera, ImageUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { useFailures } from '#components/hooks/use-failures.ts';
import { Button } from '#components/ui/button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { readPictureKind } from '#lib/browser/page/picture-kind.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Crop, PhotoOutcome, PhotoRefusal } from '#lib/wire/photos.ts';
import { cropOf, type Size, type Square, smallestEdgePixels, startSquare } from '#lib/wire/square.ts';
import { PhotoCrop } from './crop.tsx';
import { PhotoFileButton } from './file-button.tsx';
import { isLarge, makeSmaller } from './make-smaller.ts';

export type SendPhoto = (
  file: Blob,
  crop: Crop | null,
  options: { onProgress(part: number): void; signal: AbortSignal },
) => Promise<ActionResult<PhotoOutcome>>;

interface PhotoFileProps {
  file: Blob;
  send: SendPhoto;
  onKept(photoUrl: string): void;
  onClose(): void;
  onRefused(): void;
  onCamera(): void;
  onFile(file: File): void;
}

/** The steps from a file to a photo: crop, then upload. */
export function PhotoFile({ file, send, onKept, onClose, onRefused, onCamera, onFile }: PhotoFileProps) {
  const t = useTranslations('photos');
  const { tell } = useFailures();
  const [picture, setPicture] = useState<{ url: string; size: Size; square: Square } | null>(null);
  /** The fraction sent, from 0 to 1. */
  const [progress, setProgress] = useState(0);
  const [refusal, setRefusal] = useState<PhotoRefusal | null>(null);
  /** Null once the whole file is sent: closing the dialog then stops nothing, and what the desk answers becomes a toast. */
  const sending = useRef<AbortController>(null);
  const isClosed = useRef(false);
  const buttons = useRef<HTMLDivElement>(null);
  const sent = useAction(async (crop: Crop | null) => {
    const controller = new AbortController();
    sending.current = controller;
    const smaller =
      crop && picture && isLarge(file) ? await makeSmaller(picture.url, picture.size, picture.square) : null;
    const onProgress = (part: number) => {
      setProgress(part);
      if (part >= 1) sending.current = null;
    };
    const options = { onProgress, signal: controller.signal };
    return smaller ? send(smaller.file, smaller.crop, options) : send(file, crop, options);
  });
  const refuse = (because: PhotoRefusal) => {
    if (isClosed.current) return toast.error(t(`refused.${because}`));
    setRefusal(because);
    onRefused();
  };

  const sendNow = async (crop: Crop | null) => {
    setProgress(0);
    const answer = await sent.run(crop);
    if (!answer || sending.current?.signal.aborted) return;
    if (!answer.ok) {
      if (isClosed.current) tell(answer.error);
      return;
    }
    if (answer.value.kind === 'refused') return refuse(answer.value.because);
    onKept(answer.value.photoUrl);
    // another dialog may be open by now
    if (!isClosed.current) onClose();
  };

  // a file that the browser cannot render is uploaded as it is: the desk's response says what is wrong
  const onUnreadable = useEffectEvent(() => void sendNow(null));
  const onRefusal = useEffectEvent(refuse);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    let isOver = false;
    isClosed.current = false;
    const check = async () => {
      const kind = await readPictureKind(file);
      const size = kind === 'picture' ? await measure(url) : null;
      if (isOver) return;
      if (kind !== 'picture') onRefusal(kind);
      else if (!size) onUnreadable();
      else if (Math.min(size.width, size.height) < smallestEdgePixels) onRefusal('tooSmall');
      else setPicture({ url, size, square: startSquare(size) });
    };
    void check();
    return () => {
      isOver = true;
      isClosed.current = true;
      URL.revokeObjectURL(url);
      sending.current?.abort();
    };
  }, [file]);

  const { isPending: isSending, failure } = sent;
  const problem = refusal ? t(`refused.${refusal}`) : failure;
  useEffect(() => {
    if (problem && !isSending) buttons.current?.querySelector('button')?.focus();
  }, [problem, isSending]);

  const canSend = picture !== null && refusal === null;
  return (
    <div className="grid gap-4">
      {picture && refusal === null && (
        <div inert={isSending} className={isSending ? 'opacity-60' : undefined}>
          <PhotoCrop {...picture} onChange={(square) => setPicture({ ...picture, square })} />
        </div>
      )}
      {isSending && <PhotoProgress part={progress} />}
      <Problem>{problem}</Problem>
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

/** The size of an image, upright; null where the browser cannot decode it. */
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

/** Upload progress. At 100 % the desk and the platform still have to store the photo. */
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
