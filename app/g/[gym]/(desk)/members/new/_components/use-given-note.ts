import { useHolderName } from '#components/cards/names.ts';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AssignOutcome } from '#lib/wire/cards.ts';

/** Shows whether a new member got the scanned card; `null`: the card was no longer the current one. */
export function useGivenNote(): (given: ActionResult<AssignOutcome> | null, name: string) => void {
  const t = useTranslations('newMember.card');
  const nameHolder = useHolderName();
  return (given, name) => {
    if (!given) return toast.error(t('notAssigned', { name }));
    if (!given.ok || given.value.kind === 'memberGone') return toast.error(t('failed', { name }));
    if (given.value.kind !== 'heldByAnother') return toast.success(t('given', { name }));
    toast.error(t('taken', { name, holder: nameHolder(given.value.holder, name) }));
  };
}
