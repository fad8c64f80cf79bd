'use client';

import { type CardInHand, typedCardText } from '#lib/browser/scan/card-in-hand.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { GiveToMember } from './give-to-member.tsx';

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
export function AssignCard({ card, readerProfile, onLookUp, onClose, ...place }: AssignCardProps) {
  const lookUp = () => {
    onLookUp(typedCardText(card, readerProfile));
    onClose();
  };
  return <GiveToMember {...place} card={card} onLookUp={lookUp} onClose={onClose} />;
}
