'use client';

import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { removeMember } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { DeleteChoices, DeleteDialog, type Removal } from '#components/profile/delete-member.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { directoryKey } from '#lib/browser/queries/list-queries.ts';
import { profileQuery } from '#lib/browser/queries/member-queries.ts';
import { isAbout } from '#lib/browser/queries/read-query.ts';
import type { SectionProps } from './section-props.ts';

export function RemoveSection({ accountId, locationId }: SectionProps) {
  const t = useTranslations('removeMember');
  const router = useRouter();
  const toGym = useGymPath();
  const queryClient = useQueryClient();
  const query = profileQuery(locationId, accountId);
  const { data } = useQuery(query);
  const remove = useAction(removeMember);
  // a failed refetch does not close the dialog: the platform may just be unreachable
  const [asked, setAsked] = useState<{ how: Removal; name: string } | null>(null);
  const [isNameWrong, setNameWrong] = useState(false);
  const name = data?.kind === 'current' ? data.profile.displayName : null;
  if (name === null && asked === null) return null;

  const isOfMember = (key: readonly unknown[]) => isAbout(key, accountId) && hashKey(key) !== hashKey(query.queryKey);
  const ask = (question: typeof asked) => {
    setAsked(question);
    setNameWrong(false);
    remove.forgetFailure();
  };
  const confirm = async (typedName: string) => {
    if (asked === null) return;
    const { how } = asked;
    const member = { locationId, accountId };
    setNameWrong(false);
    const removed = await remove.run(how === 'erase' ? { how, ...member, typedName } : { how, ...member });
    if (!removed?.ok) return;
    if (removed.value.kind === 'nameDiffers') return setNameWrong(true);
    toast.success(t(`${how}.done`));
    router.push(toGym('/members'));
    // drops all cached data of the member, also for Back
    queryClient.setQueryData(query.queryKey, { kind: 'gone' });
    queryClient.removeQueries({ predicate: ({ queryKey }) => isOfMember(queryKey) });
    queryClient.removeQueries({ queryKey: directoryKey(locationId) });
  };

  return (
    <>
      {name !== null && <DeleteChoices onChoose={(how) => ask({ how, name })} />}
      {asked && (
        <DeleteDialog
          {...asked}
          isNameWrong={isNameWrong}
          failure={remove.failure}
          isPending={remove.isPending}
          onConfirm={confirm}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
