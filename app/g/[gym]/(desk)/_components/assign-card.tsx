'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { CardsAssignDialog } from '#components/cards/assign-dialog.tsx';
import { passesQuery } from '#lib/browser/queries/member-queries.ts';
import { type CardInHand, typedCardText } from '#lib/browser/scan/card-in-hand.ts';
import type { MemberMatch } from '#lib/wire/directory.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { useMemberSearch } from './use-member-search.ts';

export interface AssignCardProps {
  card: CardInHand;
  locationId: string;
  readerProfile: ReaderProfile;
  timeZone: string;
  /** Looks up the card, which has an owner in the meantime. */
  onLookUp(text: string): void;
  onClose(): void;
}

/** Assigns the scanned card to a member of the directory. */
export function AssignCard({ card, locationId, timeZone, readerProfile, onLookUp, onClose }: AssignCardProps) {
  const [text, setText] = useState('');
  const [member, setMember] = useState<MemberMatch | null>(null);
  const search = useMemberSearch(locationId, text.trim());
  const passes = useQuery({
    ...passesQuery(locationId, member?.accountId ?? ''),
    enabled: card.kind === 'nfc' && member !== null,
  });
  const lookUp = () => {
    onLookUp(typedCardText(card, readerProfile));
    onClose();
  };
  return (
    <CardsAssignDialog
      card={card}
      search={{ search, value: text, onType: setText, timeZone }}
      member={member}
      onChoose={setMember}
      issuers={passes.data?.issuers ?? (passes.isError ? [] : null)}
      onAssign={(accountId, given, expectedHolder) =>
        assignCard({ locationId, accountId, card: given, expectedHolder })
      }
      onLookUp={lookUp}
      onClose={onClose}
    />
  );
}
