'use client';

import { UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { StaffView } from '#lib/wire/staff.ts';

export interface BegunByProps {
  /** The signed-in user. */
  staff: Pick<StaffView, 'id' | 'displayName'>;
}

/**
 * Rendered in a form while it has input. If a badge signs in another user meanwhile, it names who typed the text. The
 * form stays, and what is saved counts as the new user's.
 */
export function BegunBy({ staff }: BegunByProps) {
  const t = useTranslations('common');
  const [begun] = useState(staff);
  if (begun.id === staff.id) return null;
  return (
    <Banner tone="info" icon={UserRoundPen} title={t('begunBy', { name: begun.displayName })}>
      {t('savedByYou')}
    </Banner>
  );
}
