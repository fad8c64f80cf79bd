'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PersonDetails } from '#components/person/details.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import type { Profile, ProfileAnswer } from '#lib/wire/members.ts';
import { PersonEdit } from './person-edit.tsx';
import type { SectionProps } from './section-props.ts';

export function PersonSection(props: SectionProps) {
  const { accountId, locationId, timeZone, mayEdit } = props;
  const t = useTranslations('profile');
  const queryClient = useQueryClient();
  const { queryKey } = profileQuery(locationId, accountId);
  const { data } = useQuery(profileQuery(locationId, accountId));
  // a snapshot: a refetch does not change the values that the form was opened with
  const [opened, setOpened] = useState<Profile | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    if (wasOpen.current && !opened) editButton.current?.focus();
    wasOpen.current = opened !== null;
  }, [opened]);

  if (opened) {
    const close = (answer?: ProfileAnswer) => {
      if (answer) queryClient.setQueryData(queryKey, answer);
      if (answer?.kind === 'current') toast.success(t('saved'));
      setOpened(null);
    };
    return <PersonEdit {...props} opened={opened} onClose={close} />;
  }
  if (data?.kind !== 'current' && data?.kind !== 'remembered') return null;
  const edit = mayEdit && data.kind === 'current' && (
    <Button ref={editButton} onClick={() => setOpened(data.profile)}>
      {t('edit')}
    </Button>
  );
  // after the form, what was saved is shown
  return <PersonDetails profile={data.profile} timeZone={timeZone} actions={edit} isFirstOpen={wasOpen.current} />;
}
