'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { removePhoto } from '#app/(desk)/members/[accountId]/photo-actions.ts';
import type { SendPhoto } from '#components/photos/file.tsx';
import { PhotoSection as PhotoSectionView } from '#components/photos/section.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { toast } from '#components/ui/toast.ts';
import { photoQuery } from '#lib/queries/photo-queries.ts';
import { sendPhoto } from '#lib/queries/send-photo.ts';
import type { ActionError } from '#lib/wire/action-result.ts';
import type { SectionProps } from './section-props.ts';

const PhotoDialog = onDemand(async () => (await import('#components/photos/dialog.tsx')).PhotoDialog);
const PhotoRemove = onDemand(async () => (await import('#components/photos/remove.tsx')).PhotoRemove);

export function PhotoSection({ accountId, locationId, mayEdit }: SectionProps) {
  const t = useTranslations('photos');
  const notes = useTranslations('notes');
  const router = useRouter();
  const queryClient = useQueryClient();
  const query = photoQuery(locationId, accountId);
  const { data } = useQuery(query);
  const [source, setSource] = useState<'camera' | File | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);

  const tell = (error: ActionError) => {
    if (error.code === 'signedOut') router.push('/sign-in');
    return notes(error.code, { requestId: error.requestId });
  };
  const send: SendPhoto = async (file, crop, options) => {
    const result = await sendPhoto({ locationId, accountId, file, crop }, options).catch(() => null);
    if (!result) return { kind: 'failed', text: t('unreachable') };
    return result.ok ? result.value : { kind: 'failed', text: tell(result.error) };
  };
  const remove = async () => {
    const result = await removePhoto({ locationId, accountId }).catch(() => null);
    if (!result) return t('unreachable');
    if (!result.ok) return tell(result.error);
    queryClient.setQueryData(query.queryKey, { photoUrl: null });
    setIsRemoving(false);
    toast.success(t('remove.done'));
    return null;
  };

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
          setSource(null);
          toast.success(t('kept'));
        }}
      />
      <PhotoRemove isWanted={isRemoving} onClose={() => setIsRemoving(false)} onConfirm={remove} />
    </>
  );
}
