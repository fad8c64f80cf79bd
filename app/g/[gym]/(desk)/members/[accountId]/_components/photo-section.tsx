'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removePhoto } from '#app/g/[gym]/(desk)/members/[accountId]/photo-actions.ts';
import type { SendPhoto } from '#components/photos/file.tsx';
import { PhotoSection as PhotoSectionView } from '#components/photos/section.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { photoQuery } from '#lib/browser/queries/member-queries.ts';
import { sendPhoto } from '#lib/browser/queries/send-photo.ts';
import type { SectionProps } from './section-props.ts';

const PhotoDialog = onDemand(async () => (await import('#components/photos/dialog.tsx')).PhotoDialog);
const PhotoRemove = onDemand(async () => (await import('#components/photos/remove.tsx')).PhotoRemove);

export function PhotoSection({ accountId, locationId, mayEdit }: SectionProps) {
  const t = useTranslations('photos');
  const queryClient = useQueryClient();
  const query = photoQuery(locationId, accountId);
  const { data } = useQuery(query);
  const [source, setSource] = useState<'camera' | File | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);

  const send: SendPhoto = (file, crop, options) => sendPhoto({ locationId, accountId, file, crop }, options);
  return (
    <>
      <PhotoSectionView
        photoUrl={data?.photoUrl}
        mayEdit={mayEdit}
        onTake={() => setSource('camera')}
        onFile={setSource}
        onRemove={() => setIsRemoving(true)}
      />
      <PhotoDialog
        isWanted={source !== null}
        source={source ?? 'camera'}
        send={send}
        onClose={() => setSource(null)}
        onKept={(photoUrl) => {
          queryClient.setQueryData(query.queryKey, { photoUrl });
          toast.success(t('kept'));
        }}
      />
      <PhotoRemove
        isWanted={isRemoving}
        onConfirm={() => removePhoto({ locationId, accountId })}
        onRemoved={() => {
          queryClient.setQueryData(query.queryKey, { photoUrl: null });
          setIsRemoving(false);
          toast.success(t('remove.done'));
        }}
        onClose={() => setIsRemoving(false)}
      />
    </>
  );
}
