'use client';

import { type CardInHand, typedCardText } from '#lib/browser/scan/card-in-hand.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { GiveToMember } from './give-to-member.tsx';

export interface AssignCardProps {
  card: CardInHand;
  locationId: string;
  readerProfiles: ReaderProfiles;
  timeZone: string;
  /** Looks up the card, which has an owner in the meantime. */
  onLookUp(text: string): void;
  onClose(): void;
}

/** Assigns the scanned card to a member of the directory. */
export function AssignCard({ card, readerProfiles, onLookUp, onClose, ...place }: AssignCardProps) {
  const lookUp = () => {
    onLookUp(typedCardText(card, readerProfiles));
    onClose();
  };
  return <GiveToMember {...place} card={card} onLookUp={lookUp} onClose={onClose} />;
}
