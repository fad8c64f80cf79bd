'use client';

import { UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { StaffView } from '#lib/wire/staff.ts';

export interface BegunByProps {
  /** Who is signed in. */
  staff: Pick<StaffView, 'id' | 'displayName'>;
}

/**
 * Stands in a form for as long as something is entered in it. Once a badge has made the page another person's, it says whose
 * text that is: the form stays, and what is saved is the new person's.
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
