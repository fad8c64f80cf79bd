'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askManager } from '#app/g/[gym]/(desk)/actions.ts';
import { CallManager } from '#components/verdict/call-manager.tsx';
import type { AskedManager } from '#components/verdict/card.tsx';
import { managersQuery } from '#lib/browser/queries/desk-queries.ts';
import { askIsBadge } from '#lib/browser/queries/sign-in-questions.ts';
import { sendOverride } from '#lib/browser/taps/send-override.ts';
import { useReception } from './reception-context.ts';

interface CalledManagerProps {
  /** Null while the dialog is closed. */
  asked: AskedManager | null;
  onClose(): void;
}

/** The dialog in which a manager decides at this screen. */
export function CalledManager({ asked, onClose }: CalledManagerProps) {
  return asked && <Decision key={asked.member.accountId} {...asked} onClose={onClose} />;
}

/** Sends what the manager decides. The tap is made once, each attempt has a new proof. */
function Decision({ member, decision, scanTapId, onClose }: AskedManager & { onClose(): void }) {
  const { location, newTap, showAnswer, lookUp } = useReception();
  const { id: locationId } = location;
  const [tap] = useState(newTap);
  const { data } = useQuery(managersQuery(locationId));
  return (
    <CallManager
      memberName={member.displayName}
      decision={decision}
      managers={data?.names}
      onCheckBadge={(card) => askIsBadge(locationId, { card, source: 'scan' })}
      onAskPasskey={() => askManager({ locationId, tapId: tap.tapId, accountId: member.accountId, decision })}
      onDecide={(decided) => sendOverride({ tap, accountId: member.accountId, scanTapId, decision, ...decided })}
      onDecided={showAnswer}
      onMemberCard={(card) => lookUp(card, 'scan')}
      onClose={onClose}
    />
  );
}
