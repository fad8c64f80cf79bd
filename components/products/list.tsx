'use client';

import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Booking } from '#lib/wire/products.ts';

interface ProductsListProps {
  bookings: readonly Booking[];
  timeZone: string;
  /** Null where the user has no permission to change bookings. */
  change: { onChange(booking: Booking): void; onEnd(booking: Booking): void } | null;
}

/** A member's current and future bookings. */
export function ProductsList({ bookings, timeZone, change }: ProductsListProps) {
  const t = useTranslations('products');
  const { day } = useLocationFormat(timeZone);
  const write = (date: string | null) => (date ? day(date) : '–');
  if (bookings.length === 0) return <p className="text-ink-soft">{t('none')}</p>;
  return (
    <ul aria-label={t('list')} className="grid">
      {bookings.map((booking) => {
        const { productId, title: product, startDate, endDate, isRunning } = booking;
        const days = { start: write(startDate), end: write(endDate) };
        return (
          <li key={productId} className="grid gap-2 border-line py-3 not-first:border-t first:pt-0">
            <div>
              <p className="flex flex-wrap items-center gap-2.5">
                <span className="break-words font-medium">{product}</span>
                <Badge look={isRunning ? 'accent' : 'plain'}>{t(isRunning ? 'runningWord' : 'aheadWord')}</Badge>
              </p>
              <p className="text-ink-soft">{t(isRunning ? 'running' : 'ahead', days)}</p>
            </div>
            {change && (
              <div className="flex flex-wrap gap-2.5">
                <Button
                  aria-label={t(isRunning ? 'extendLabel' : 'changeLabel', { product })}
                  onClick={() => change.onChange(booking)}
                >
                  {t(isRunning ? 'extend' : 'change')}
                </Button>
                <Button look="quiet" aria-label={t('endLabel', { product })} onClick={() => change.onEnd(booking)}>
                  {t('end')}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
