'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useFailures } from '#components/hooks/use-failures.ts';
import { usePasskeysOffered } from '#components/hooks/use-passkeys.ts';
import { PinField } from '#components/sign-in/pin-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextAreaField } from '#components/ui/field.tsx';
import { toast } from '#components/ui/toast.ts';
import { callAction } from '#lib/browser/base/call-action.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { provePasskey } from '#lib/browser/page/passkeys.ts';
import { takeScans } from '#lib/browser/scan/scan-targets.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { longestReason, shortestReason } from '#lib/wire/admission-reason.ts';
import type {
  ManagerDecision,
  ManagerOverrideOutcome,
  ManagerProblem,
  ManagerProof,
} from '#lib/wire/manager-override.ts';
import { readPinEntry } from '#lib/wire/reader/pin-entry.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';

interface CallManagerProps {
  memberName: string;
  decision: ManagerDecision;
  /** The names of the managers; undefined while they are loading, or where the desk is away. */
  managers: readonly string[] | undefined;
  /** Whether a card is a colleague's badge. */
  onCheckBadge(card: string): Promise<ActionResult<boolean>>;
  /** Asks the desk for the question to a manager's passkey. */
  onAskPasskey(): Promise<ActionResult<PasskeyQuestion>>;
  onDecide(decided: { reason: string; proof: ManagerProof }): Promise<ActionResult<ManagerOverrideOutcome>>;
  /** The decision is carried out, while the question is still open. */
  onDecided(verdict: Verdict): void;
  /** The next member's card was scanned: this question is closed for it. */
  onMemberCard(card: string): void;
  onClose(): void;
}

type Mistake = ManagerProblem | 'reasonTooShort' | 'badgeMissing' | 'pinMissing' | 'passkeyMissing';

/** Lets a manager decide about a member at the screen of somebody else, with their badge and PIN or a passkey. */
export function CallManager({ memberName, decision, managers, onClose, ...props }: CallManagerProps) {
  const t = useTranslations('callManager');
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [badge, setBadge] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [mistake, setMistake] = useState<Mistake | null>(null);
  const isOffered = usePasskeysOffered();
  const { sentenceOf } = useFailures();
  /** An answer may arrive after the dialog was left, and another one opened. */
  const isOpen = useRef(true);
  const lastCard = useRef('');
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const askPasskey = useAction(props.onAskPasskey);
  const decide = useAction(props.onDecide);

  const takeCard = async (card: string) => {
    setMistake(null);
    lastCard.current = card;
    // each card has its own answer: one that came meanwhile is not lost
    const answer = await callAction(() => props.onCheckBadge(card));
    // one that the desk cannot tell is a member's too: nobody is left without an answer at the counter
    if (!(answer.ok && answer.value)) {
      if (isOpen.current) onClose();
      return props.onMemberCard(card);
    }
    // neither a check-in nor a change of the user: the card is the manager's, for this question alone
    if (!isOpen.current || lastCard.current !== card) return;
    setBadge(card);
    setPin('');
    pinField.current?.focus();
  };
  const takeScan = useEffectEvent((text: string) => void (text === '' ? setBadge(null) : takeCard(text)));
  useEffect(() => takeScans((text) => takeScan(text)), []);
  useEffect(() => {
    if (badge !== null) pinField.current?.focus();
  }, [badge]);

  const send = async (proof: ManagerProof) => {
    setMistake(null);
    const answer = await decide.run({ reason: reason.trim(), proof });
    if (!isOpen.current) return answer === null ? undefined : tellLate(answer);
    setPin('');
    if (!answer?.ok) return;
    if (answer.value.kind === 'decided') {
      props.onDecided(answer.value.verdict);
      return onClose();
    }
    setMistake(answer.value.kind);
    pinField.current?.focus();
  };
  /** The dialog was left before the answer: the member it was about still waits for it. */
  const tellLate = (answer: ActionResult<ManagerOverrideOutcome>) => {
    const name = memberName;
    if (!answer.ok) return toast.error(t('late.failure', { name, problem: sentenceOf(answer.error) }));
    const { kind } = answer.value;
    if (kind === 'decided') return toast.success(t('late.decided', { name }));
    toast.error(t('late.problem', { name, problem: t(`problems.${kind}`) }));
  };
  const hasReason = () => {
    if (reason.trim().length >= shortestReason) return true;
    setMistake('reasonTooShort');
    reasonField.current?.focus();
    return false;
  };
  const submit = () => {
    if (!hasReason()) return;
    if (badge === null) return setMistake('badgeMissing');
    if (readPinEntry(pin, Number.POSITIVE_INFINITY) !== 'pin') return setMistake('pinMissing');
    void send({ card: badge, source: 'scan', pin });
  };
  const tryPasskey = async () => {
    if (!hasReason()) return;
    setMistake(null);
    const answer = await askPasskey.run();
    if (!answer?.ok) return;
    const passkey = await provePasskey(answer.value);
    if (passkey === null) return setMistake('passkeyMissing');
    await send({ passkey });
  };
  const isPending = decide.isPending || askPasskey.isPending;
  const names = managers?.join(', ');
  const failure = mistake && mistake !== 'reasonTooShort' ? t(`problems.${mistake}`) : null;
  return (
    <FormDialog
      title={t(decision === 'admitAnyway' ? 'titleAdmit' : 'titleCheckIn', { name: memberName })}
      description={names ? t('textNames', { names }) : t('text')}
      submit={t(decision === 'admitAnyway' ? 'admit' : 'checkIn')}
      isPending={isPending}
      failure={failure ?? decide.failure ?? askPasskey.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        ref={reasonField}
        data-autofocus
        label={t('reason')}
        error={mistake === 'reasonTooShort' ? t('reasonTooShort') : undefined}
        maxLength={longestReason}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setMistake(null);
        }}
      />
      {badge === null ? (
        <p className="font-medium">{t('holdBadge')}</p>
      ) : (
        <PinField
          ref={pinField}
          label={t('pin')}
          value={pin}
          onChange={(digits) => {
            setPin(digits);
            setMistake(null);
          }}
          onCard={(card) => void takeCard(card)}
        />
      )}
      {isOffered && (
        <Button className="justify-self-start" onClick={() => void tryPasskey()}>
          {t('passkey')}
        </Button>
      )}
    </FormDialog>
  );
}
