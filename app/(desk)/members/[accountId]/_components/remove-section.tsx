'use client';

import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { removeMember } from '#app/(desk)/members/[accountId]/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { DeleteChoices, DeleteDialog, type Removal } from '#components/profile/delete-member.tsx';
import { toast } from '#components/ui/toast.ts';
import { profileQuery } from '#lib/queries/member-queries.ts';
import type { SectionProps } from './section-props.ts';

export function RemoveSection({ accountId, locationId }: SectionProps) {
  const t = useTranslations('removeMember');
  const router = useRouter();
  const queryClient = useQueryClient();
  const query = profileQuery(locationId, accountId);
  const { data } = useQuery(query);
  const remove = useAction(removeMember);
  const [how, setHow] = useState<Removal | null>(null);
  const [isNameWrong, setNameWrong] = useState(false);
  if (data?.kind !== 'current') return null;

  const isOfMember = (key: readonly unknown[]) => key.includes(accountId) && hashKey(key) !== hashKey(query.queryKey);
  const choose = (chosen: Removal | null) => {
    setHow(chosen);
    setNameWrong(false);
    remove.forgetFailure();
  };
  const confirm = async (typedName: string) => {
    if (how === null) return;
    const member = { locationId, accountId };
    setNameWrong(false);
    const removed = await remove.run(how === 'erase' ? { how, ...member, typedName } : { how, ...member });
    if (!removed?.ok) return;
    if (removed.value.kind === 'nameDiffers') return setNameWrong(true);
    toast.success(t(`${how}.done`));
    router.push('/members');
    // nothing of the member stays in the memory of this page, also for who goes back to it
    queryClient.setQueryData(query.queryKey, { kind: 'gone' });
    queryClient.removeQueries({ predicate: ({ queryKey }) => isOfMember(queryKey) });
    queryClient.removeQueries({ queryKey: ['members', locationId, 'directory'] });
  };

  return (
    <>
      <DeleteChoices onChoose={choose} />
      {how && (
        <DeleteDialog
          how={how}
          name={data.profile.displayName}
          isNameWrong={isNameWrong}
          failure={remove.failure}
          isPending={remove.isPending}
          onConfirm={confirm}
          onClose={() => choose(null)}
        />
      )}
    </>
  );
}
