import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useReception } from '#app/(desk)/_components/reception-context.ts';
import { assignCard } from '#app/(desk)/members/[accountId]/cards-actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/i18n/translations.ts';
import { type CardInHand, cardKeptFor, type KeptCard, keepOnPage, receiveCardsInHand } from '#lib/scan/card-in-hand.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AssignOutcome } from '#lib/wire/cards.ts';
import { memberPath } from '#lib/wire/member-path.ts';

interface NewHolder {
  accountId: string;
  displayName: string;
}

/** The unknown card by which reception came here: whoever is found or created gets it, and their page opens. */
export function useCardInHand(locationId: string) {
  const t = useTranslations('newMember.card');
  const router = useRouter();
  const [kept, setKept] = useState<KeptCard | null>(null);
  const give = useAction(assignCard);

  const staffId = useReception().staff.id;
  useEffect(() => {
    const counter = { locationId, staffId };
    return receiveCardsInHand(counter, (card) => setKept(keepOnPage(card, counter)));
  }, [locationId, staffId]);
  useEffect(() => {
    if (!kept) return;
    const timer = setTimeout(() => setKept(null), kept.leftMs() + 1);
    return () => clearTimeout(timer);
  }, [kept]);
  const findCard = () => cardKeptFor(kept, { locationId, staffId });

  const tell = (given: ActionResult<AssignOutcome>, name: string) => {
    if (!given.ok || given.value.kind === 'memberGone') return toast.error(t('failed', { name }));
    if (given.value.kind !== 'heldByAnother') return toast.success(t('given', { name }));
    toast.error(t('taken', { name, holder: given.value.holder.displayName }));
  };
  const giveAndOpen = async ({ accountId, displayName }: NewHolder) => {
    const card = findCard();
    if (card) {
      const given = await give.run({ locationId, accountId, card: cardOf(card), expectedHolder: null });
      if (!given || (!given.ok && given.error.code === 'signedOut')) return;
      tell(given, displayName);
    }
    router.push(memberPath(accountId));
  };
  return { card: findCard(), putAway: () => setKept(null), isGiving: give.isPending, giveAndOpen };
}

const cardOf = ({ kind, value }: CardInHand) =>
  kind === 'rfid' ? ({ kind, value, tagFormat: null } as const) : ({ kind, value, issuer: null } as const);
