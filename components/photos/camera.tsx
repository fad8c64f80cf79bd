'use client';

import { Camera as CameraIcon, CameraOff, ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { PhotoFileButton } from './file-button.tsx';
import { useCamera } from './use-camera.ts';

interface PhotoCameraProps {
  onTaken(picture: Blob): void;
  onFile(file: File): void;
}

const jpegQuality = 0.92;

/** The camera preview, with the square that will be kept. */
export function PhotoCamera({ onTaken, onFile }: PhotoCameraProps) {
  const t = useTranslations('photos.camera');
  const { state, choose, retry } = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const [isShowing, setIsShowing] = useState(false);
  const stream = state.kind === 'live' ? state.stream : null;

  useEffect(() => {
    setIsShowing(false);
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  useEffect(() => {
    if (isShowing) shutter.current?.focus();
  }, [isShowing]);

  const take = async () => {
    const picture = video.current && (await readFrame(video.current));
    if (picture) onTaken(picture);
  };

  return (
    <div className="grid gap-4">
      <div className="relative grid aspect-[4/3] place-items-center overflow-hidden rounded-md bg-unknown-soft">
        {stream && (
          <>
            <video
              ref={video}
              autoPlay
              muted
              playsInline
              aria-label={t('preview')}
              onPlaying={() => setIsShowing(true)}
              className="absolute inset-0 size-full object-cover"
            />
            <div
              aria-hidden
              className="absolute inset-y-0 aspect-square border-2 border-[#fff] shadow-[0_0_0_100vw_#0008]"
            />
          </>
        )}
        {state.kind === 'starting' && (
          <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
            <Spinner /> {t('starting')}
          </p>
        )}
        {state.kind === 'problem' && (
          <p role="alert" className="grid max-w-sm justify-items-center gap-3 p-5 text-center">
            <CameraOff aria-hidden className="size-8 text-ink-soft" />
            {t(`problems.${state.problem}`)}
          </p>
        )}
      </div>
      {state.kind === 'live' && state.cameras.length > 1 && (
        <Select
          label={t('which')}
          value={state.cameraId}
          options={state.cameras.map(({ id, label }, index) => ({
            value: id,
            label: label || t('unnamed', { number: String(index + 1) }),
          }))}
          onChange={choose}
        />
      )}
      <div className="flex flex-wrap gap-2.5">
        {state.kind === 'problem' ? (
          <Button look="main" onClick={retry}>
            {t('retry')}
          </Button>
        ) : (
          <Button ref={shutter} look="main" disabled={!isShowing} onClick={take}>
            <CameraIcon aria-hidden className="size-5" />
            {t('take')}
          </Button>
        )}
        <PhotoFileButton onFile={onFile}>
          <ImageUp aria-hidden className="size-5" />
          {t('file')}
        </PhotoFileButton>
      </div>
    </div>
  );
}

function readFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
}
