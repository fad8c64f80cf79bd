'use client';

import { useEffect, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { MemberLine } from '#components/search/member-line.tsx';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import type { CardHolder } from '#lib/wire/cards.ts';
import type { MemberIdentity } from '#lib/wire/verdict.ts';

/** The step of a dialog that assigns a card. */
type CardStep<C> =
  | { kind: 'waiting'; failure: string | null; failureCode: ActionErrorCode | null }
  | { kind: 'changing'; card: C }
  | Question<C>;

/** Another member holds the card: asks reception. `isAgain`: the holder has changed since the first question. */
interface Question<C> {
  kind: 'asking';
  card: C;
  holder: CardHolder;
  isAgain: boolean;
}

type HeldByAnother = { kind: 'heldByAnother'; holder: CardHolder };

interface CardChange<C, O extends { kind: string }> {
  /** Sends the change. If another member than the expected one holds the card, nothing changes. */
  change(card: C, expectedHolder: string | null): Promise<ActionResult<O | HeldByAnother>>;
  onDone(outcome: O, card: C): void;
}

/** Assigns a card, and asks before it is taken from another member. */
export function useCardChange<C, O extends { kind: string }>({ change, onDone }: CardChange<C, O>) {
  const [question, setQuestion] = useState<Question<C> | null>(null);
  const changing = useAction(({ card, expected }: { card: C; expected: CardHolder | null }) =>
    change(card, expected?.accountId ?? null),
  );

  const run = async (card: C, expected: CardHolder | null) => {
    const result = await changing.run({ card, expected });
    if (!result) return;
    const outcome = result.ok ? result.value : null;
    if (outcome && isHeldByAnother(outcome)) {
      return setQuestion({ kind: 'asking', card, holder: outcome.holder, isAgain: expected !== null });
    }
    setQuestion(null);
    if (outcome) onDone(outcome, card);
  };
  const step: CardStep<C> = changing.pendingInput
    ? { kind: 'changing', card: changing.pendingInput.card }
    : (question ?? { kind: 'waiting', failure: changing.failure, failureCode: changing.error?.code ?? null });

  return {
    step,
    submit: (card: C) => void run(card, null),
    /** Takes the card from the holder that reception was shown. */
    confirm: () => {
      if (question) void run(question.card, question.holder);
    },
    startOver: () => {
      setQuestion(null);
      changing.forgetFailure();
    },
  };
}

const isHeldByAnother = <O extends { kind: string }>(outcome: O | HeldByAnother): outcome is HeldByAnother =>
  outcome.kind === 'heldByAnother';

interface CardsHolderQuestionProps {
  kind: 'rfid' | 'nfc';
  holder: CardHolder;
  /** The member who is to get it. */
  name: string;
  /** The same member, where the page behind the dialog does not show them: two members may have the same name. */
  taker?: MemberIdentity;
  /** The holder has changed since the first question. */
  isAgain: boolean;
  onMove(): void;
  onKeep(): void;
}

/** Asks before a card is taken from another member. */
export function CardsHolderQuestion({ kind, holder, name, taker, isAgain, onMove, onKeep }: CardsHolderQuestionProps) {
  const t = useTranslations('cards.holder');
  const keep = useRef<HTMLButtonElement>(null);
  // focus the button that changes nothing: a reader ends each scan with Enter
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div role="alert" className="grid gap-1.5">
        <p className="wrap-anywhere font-semibold text-xl">
          {t(isAgain ? 'titleAgain' : 'title', { kind, holder: holder.displayName, name })}
        </p>
        <p className="text-ink-soft">{t('text', { holder: holder.displayName })}</p>
      </div>
      <div className="grid gap-2.5">
        {taker && <p className="text-ink-soft text-sm">{t('has')}</p>}
        <BoxedMember member={holder} />
        {taker && (
          <>
            <p className="text-ink-soft text-sm">{t('gets')}</p>
            <BoxedMember member={taker} />
          </>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button ref={keep} onClick={onKeep}>
          {t('keep', { holder: holder.displayName })}
        </Button>
        <Button look="main" onClick={onMove}>
          {t('move', { name })}
        </Button>
      </div>
    </div>
  );
}

/** A member, as displayed in dialogs about cards. */
export function BoxedMember({ member }: { member: MemberIdentity }) {
  return (
    <div className="flex items-center gap-3.5 rounded-md border border-line px-4.5 py-2.5">
      <MemberLine member={member} />
    </div>
  );
}

/** The loading state of a dialog while a request to the platform is in flight. */
export function CardsWorking({ text }: { text: string }) {
  return (
    <p role="status" className="flex min-h-24 items-center justify-center gap-3 text-ink-soft">
      <Spinner className="text-accent" /> {text}
    </p>
  );
}
