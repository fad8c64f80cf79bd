import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import {
  type CardInHand,
  cardKeptFor,
  type KeptCard,
  keepOnPage,
  receiveCardsInHand,
} from '#lib/browser/scan/card-in-hand.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import { useGivenNote } from './use-given-note.ts';

interface NewHolder {
  accountId: string;
  displayName: string;
}

/** The unknown card that was scanned before: the member who is found or created gets it, and their page opens. */
export function useCardInHand(locationId: string) {
  const router = useRouter();
  const toGym = useGymPath();
  const [kept, setKept] = useState<KeptCard | null>(null);
  const give = useAction(assignCard);
  const noteGiven = useGivenNote();

  const staffId = useReception().staff.id;
  useEffect(() => {
    const counter = { locationId, staffId };
    return receiveCardsInHand(counter, (card) => setKept(keepOnPage(card, counter)));
  }, [locationId, staffId]);
  useEffect(() => {
    if (!kept || kept.leftMs() < 0) return;
    // renders again, without the card
    const timer = setTimeout(() => setKept({ ...kept }), kept.leftMs() + 1);
    return () => clearTimeout(timer);
  }, [kept]);
  const findCard = () => cardKeptFor(kept, { locationId, staffId });
  const giveAndOpen = async ({ accountId, displayName }: NewHolder) => {
    const card = findCard();
    if (card) {
      const given = await give.run({ locationId, accountId, card: cardOf(card), expectedHolder: null });
      if (!given || (!given.ok && given.error.code === 'signedOut')) return;
      noteGiven(given, displayName);
    } else if (kept) {
      noteGiven(null, displayName);
    }
    router.push(toGym(memberPath(accountId)));
  };
  const card = findCard();
  return {
    card,
    /** The scanned card has expired or was another user's: it is not assigned. */
    isLapsed: kept !== null && card === null,
    putAway: () => setKept(null),
    isGiving: give.isPending,
    giveAndOpen,
  };
}

const cardOf = ({ kind, value }: CardInHand) =>
  kind === 'rfid' ? ({ kind, value, tagFormat: null } as const) : ({ kind, value, issuer: null } as const);
