import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { assignCard } from '#app/(desk)/members/[accountId]/cards-actions.ts';
import { toast } from '#components/ui/toast.ts';
import { type CardInHand, receiveCardsInHand } from '#lib/scan/card-in-hand.ts';
import { memberPath } from '#lib/wire/member-path.ts';

interface NewHolder {
  accountId: string;
  displayName: string;
}

/** The unknown card by which reception came here: whoever is found or created gets it, and their page opens. */
export function useCardInHand(locationId: string) {
  const t = useTranslations('newMember.card');
  const router = useRouter();
  const [card, setCard] = useState<CardInHand | null>(null);
  const [isGiving, setIsGiving] = useState(false);

  useEffect(() => receiveCardsInHand(setCard), []);

  const giveAndOpen = async ({ accountId, displayName }: NewHolder) => {
    if (isGiving) return;
    if (card) {
      setIsGiving(true);
      const holder = await give(card, { locationId, accountId });
      if (holder === 'theirs') toast.success(t('given', { name: displayName }));
      else if (holder === 'failed') toast.error(t('failed', { name: displayName }));
      else toast.error(t('taken', { name: displayName, holder: holder.displayName }));
    }
    router.push(memberPath(accountId));
  };
  return { card, putAway: () => setCard(null), isGiving, giveAndOpen };
}

/** @returns whose the card is now, or that it could not be given */
async function give(
  { kind, value }: CardInHand,
  member: { locationId: string; accountId: string },
): Promise<'theirs' | 'failed' | NewHolder> {
  const card = kind === 'rfid' ? ({ kind, value, tagFormat: null } as const) : ({ kind, value, issuer: null } as const);
  const result = await assignCard({ ...member, card, expectedHolder: null }).catch(() => null);
  if (!result?.ok || result.value.kind === 'memberGone') return 'failed';
  return result.value.kind === 'heldByAnother' ? result.value.holder : 'theirs';
}
