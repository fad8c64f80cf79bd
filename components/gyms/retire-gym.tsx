'use client';

import { useState } from 'react';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Gym, RetireOutcome } from '#lib/wire/gyms.ts';

interface RetireGymProps {
  gym: Gym;
  /** @param present how many members may still be in */
  onRetire(present: number): Promise<ActionResult<RetireOutcome>>;
  onDone(outcome: Exclude<RetireOutcome, { kind: 'present' }>): unknown;
  onClose(): void;
}

/** Asks before a gym is retired, and again with their number where members are in. */
export function RetireGym({ gym, onRetire, onDone, onClose }: RetireGymProps) {
  const t = useTranslations('gyms');
  const [present, setPresent] = useState(0);
  return (
    <ConfirmDialog<RetireOutcome>
      title={t('retireTitle', { name: gym.name })}
      description={t('retireText')}
      confirm={t(present > 0 ? 'checkOutAndRetire' : 'retire')}
      onConfirm={() => onRetire(present)}
      onDone={(outcome) => (outcome.kind === 'present' ? setPresent(outcome.count) : onDone(outcome))}
      onClose={onClose}
    >
      <p>{t('retireFirst')}</p>
      <Problem>{present > 0 && t('present', { count: present })}</Problem>
    </ConfirmDialog>
  );
}
