'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { CardsAssignDialog } from '#components/cards/assign-dialog.tsx';
import { passesQuery } from '#lib/browser/queries/member-queries.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { MemberMatch } from '#lib/wire/directory.ts';
import { useMemberSearch } from './use-member-search.ts';

interface GiveToMemberProps {
  locationId: string;
  timeZone: string;
  card: CardInHand;
  /** Called once the card belongs to a member; absent where the dialog itself says so. */
  onGiven?(): void;
  /** Called if the card has an owner in the meantime. */
  onLookUp(): void;
  onClose(): void;
}

/** Assigns an unknown card to a member of the directory. */
export function GiveToMember({ locationId, timeZone, card, onGiven, onLookUp, onClose }: GiveToMemberProps) {
  const [text, setText] = useState('');
  const [member, setMember] = useState<MemberMatch | null>(null);
  const search = useMemberSearch(locationId, text.trim());
  const passes = useQuery({
    ...passesQuery(locationId, member?.accountId ?? ''),
    enabled: card.kind === 'nfc' && member !== null,
  });
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
      onGiven={onGiven}
      onLookUp={onLookUp}
      onClose={onClose}
    />
  );
}
