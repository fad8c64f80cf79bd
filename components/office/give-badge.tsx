'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { takeScans } from '#lib/browser/scan/scan-targets.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { badgeForm } from '#lib/wire/pins.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import type { BadgeOutcome, StaffRole } from '#lib/wire/staff.ts';
import { PinPair, usePinSentence } from './pin-pair.tsx';

interface GiveBadgeProps {
  name: string;
  role: StaffRole;
  onGive(badge: ReadCard & { pin: string }): Promise<ActionResult<BadgeOutcome>>;
  onGiven(): Promise<unknown>;
  onClose(): void;
}

/** Gives a badge: a card, scanned or typed, and the PIN that the colleague chooses. */
export function GiveBadge({ name, role, onGive, onGiven, onClose }: GiveBadgeProps) {
  const t = useTranslations('office.staff');
  const cardField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const sayOfPin = usePinSentence(role);
  const give = useAction(onGive, { onDone: ({ kind }) => (kind === 'given' ? onGiven() : undefined) });
  const form = useForm(badgeForm(role), {
    initial: { card: '', source: 'typed', pin: '', again: '' },
    action: give,
    mistakeOf: (rule, field) => (field === 'card' ? t('cardMissing') : sayOfPin(rule)),
  });
  const scan = (card: string) => {
    form.change({ card: card.trim(), source: 'scan' });
    pinField.current?.focus();
  };
  const takeScan = useEffectEvent(scan);
  useEffect(() => takeScans((text) => takeScan(text)), []);

  const submit = form.submit(async ({ again: _, ...badge }) => {
    const given = await give.run(badge);
    if (!given?.ok || given.value.kind === 'given') return;
    form.refuse({ card: problemOf(given.value) });
    cardField.current?.select();
  });
  const problemOf = (outcome: Exclude<BadgeOutcome, { kind: 'given' }>): string => {
    switch (outcome.kind) {
      case 'unreadable':
        return t('cardUnreadable');
      case 'takenByColleague':
        return outcome.name === null ? t('cardOfSomebodyElsewhere') : t('cardOfColleague', { name: outcome.name });
      case 'takenByMember':
        return t('cardOfMember', { name: outcome.name });
    }
  };

  return (
    <FormDialog
      title={t('giveBadgeTitle', { name })}
      description={t('giveBadgeText')}
      submit={t('actions.giveBadge')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={cardField}
        data-autofocus
        label={t('card')}
        hint={t('cardHint')}
        error={form.mistakes.card}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoCorrect="off"
        maxLength={100}
        value={form.values.card}
        onChange={(event) => form.change({ card: event.target.value, source: 'typed' })}
      />
      <PinPair
        ref={pinField}
        role={role}
        pins={form.values}
        mistakes={form.mistakes}
        onCard={scan}
        onChange={(pins) => form.change(pins)}
      />
    </FormDialog>
  );
}
