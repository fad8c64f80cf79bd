'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { changeReaders } from '#app/g/[gym]/(office)/office/readers/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadersList } from '#components/readers/list.tsx';
import { useProfileText } from '#components/readers/use-profile-text.ts';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { readersQuery } from '#lib/browser/queries/desk-queries.ts';
import { keepPassPrefix } from '#lib/wire/reader/add-reader.ts';
import type { ReaderProfile, ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { ReadersOutcome } from '#lib/wire/readers.ts';
import { ChangeEndKey } from './change-end-key.tsx';
import { FindOut } from './find-out.tsx';
import { Preview } from './preview.tsx';

interface ReadersScreenProps {
  locationId: string;
  timeZone: string;
  /** As the page was opened. */
  profiles: ReaderProfiles;
}

type Open = { kind: 'findOut' } | { kind: 'endKey' | 'remove'; profile: ReaderProfile };

/** How the readers of the gym write, and what arrives from them. */
export function ReadersScreen({ locationId, timeZone, profiles: opened }: ReadersScreenProps) {
  const t = useTranslations('readers');
  const router = useRouter();
  const queryClient = useQueryClient();
  const describe = useProfileText();
  const [profiles, setProfiles] = useState([...opened]);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const save = (next: ReaderProfile[]) => changeReaders({ locationId, base: profiles, profiles: next });
  const tell = (outcome: ReadersOutcome) => {
    switch (outcome.kind) {
      case 'saved':
        setProfiles(outcome.now);
        close();
        toast.success(t('saved'));
        queryClient.setQueryData(readersQuery(locationId).queryKey, outcome.now);
        // on the way back, the page has the new list too
        return router.refresh();
      case 'changedMeanwhile':
        setProfiles(outcome.now);
        if (open?.kind !== 'findOut') close();
        return toast.warning(t('changedMeanwhile'));
      case 'ambiguous': {
        const { profiles: two, example } = outcome.ambiguity;
        return toast.error(t('ambiguous', { reader: describe(two[0]).name, example }));
      }
    }
  };
  return (
    <>
      <OfficeSection title={t('title')} text={t('text')}>
        <Button look="main" className="justify-self-start" onClick={() => setOpen({ kind: 'findOut' })}>
          {t('findOut')}
        </Button>
        <ReadersList
          profiles={profiles}
          onChangeEndKey={(profile) => setOpen({ kind: 'endKey', profile })}
          onRemove={(profile) => setOpen({ kind: 'remove', profile })}
        />
      </OfficeSection>
      <Preview locationId={locationId} profiles={profiles} isListening={open === null} />
      {open && (
        <DialogBoundary of={open.kind} onClose={close}>
          {open.kind === 'findOut' && (
            <FindOut
              locationId={locationId}
              timeZone={timeZone}
              profiles={profiles}
              onSave={save}
              onSaved={tell}
              onClose={close}
            />
          )}
          {open.kind === 'endKey' && (
            <ChangeEndKey
              profile={open.profile}
              onSave={(changed) => save(profiles.map((profile) => (profile === open.profile ? changed : profile)))}
              onSaved={tell}
              onClose={close}
            />
          )}
          {open.kind === 'remove' && (
            <ConfirmDialog
              title={t('removeTitle')}
              description={t('removeText')}
              confirm={t('remove')}
              onConfirm={() =>
                save(
                  keepPassPrefix(
                    profiles,
                    profiles.filter((profile) => profile !== open.profile),
                  ),
                )
              }
              onDone={tell}
              onClose={close}
            >
              <p className="font-semibold">{describe(open.profile).name}</p>
            </ConfirmDialog>
          )}
        </DialogBoundary>
      )}
    </>
  );
}
