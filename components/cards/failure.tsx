'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import type { ActionError } from '#lib/wire/action-result.ts';

/** Says in a dialog why something was not done. */
export function CardsFailure({ error, children }: { error: ActionError | null; children?: ReactNode }) {
  const t = useTranslations('notes');
  return (
    <div role="alert" className="empty:hidden">
      {error && (
        <Banner tone="danger" icon={CircleAlert} title={t(error.code, { requestId: error.requestId })}>
          {children}
        </Banner>
      )}
    </div>
  );
}
