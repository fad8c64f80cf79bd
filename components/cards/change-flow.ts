'use client';

import { useState } from 'react';
import { orUnreachable } from '#lib/actions/or-unreachable.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import type { CardHolder } from '#lib/wire/cards.ts';

/** What a dialog that gives away a card is at. */
export type CardStep<C> =
  | { kind: 'waiting'; error: ActionError | null }
  | { kind: 'changing'; card: C }
  /** Somebody else holds the card: reception is asked. `isAgain`: it changed hands since it was asked before. */
  | { kind: 'asking'; card: C; holder: CardHolder; isAgain: boolean };

type HeldByAnother = { kind: 'heldByAnother'; holder: CardHolder };

export interface CardChange<C, O extends { kind: string }> {
  /** Changes it; somebody else than the expected holder keeps the card. */
  change(card: C, expectedHolder: string | null): Promise<ActionResult<O | HeldByAnother>>;
  onDone(outcome: O, card: C): void;
}

/** Gives away a card, and asks before it is taken from somebody. */
export function useCardChange<C, O extends { kind: string }>({ change, onDone }: CardChange<C, O>) {
  const [step, setStep] = useState<CardStep<C>>({ kind: 'waiting', error: null });

  const run = async (card: C, expected: CardHolder | null) => {
    setStep({ kind: 'changing', card });
    const result = await orUnreachable(change(card, expected?.accountId ?? null));
    if (!result.ok) return setStep({ kind: 'waiting', error: result.error });
    const outcome = result.value;
    if (isHeldByAnother(outcome)) {
      return setStep({ kind: 'asking', card, holder: outcome.holder, isAgain: expected !== null });
    }
    setStep({ kind: 'waiting', error: null });
    onDone(outcome, card);
  };

  return {
    step,
    submit: (card: C) => void run(card, null),
    /** The holder that reception was told about loses the card. */
    confirm: () => {
      if (step.kind === 'asking') void run(step.card, step.holder);
    },
    startOver: () => setStep({ kind: 'waiting', error: null }),
  };
}

const isHeldByAnother = <O extends { kind: string }>(outcome: O | HeldByAnother): outcome is HeldByAnother =>
  outcome.kind === 'heldByAnother';
