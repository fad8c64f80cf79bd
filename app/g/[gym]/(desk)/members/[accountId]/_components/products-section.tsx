'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { bookProduct, endBooking } from '#app/g/[gym]/(desk)/members/[accountId]/products-actions.ts';
import { useLastKnown } from '#components/hooks/use-last-known.ts';
import { useToday } from '#components/hooks/use-today.ts';
import { ProductsList } from '#components/products/list.tsx';
import { ProfileSection, SectionUnread, UnreadableNote } from '#components/profile/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { productsQuery } from '#lib/browser/queries/member-queries.ts';
import { type Booking, daysOf } from '#lib/wire/products.ts';
import type { SectionProps } from './section-props.ts';
import { useMemberName } from './use-member-name.ts';

const BookDialog = onDemand(async () => (await import('#components/products/booking-dialog.tsx')).BookingDialog);
const EndDialog = onDemand(async () => (await import('#components/products/booking-end-dialog.tsx')).BookingEndDialog);

type Asking = { kind: 'book'; booking: Booking | null } | { kind: 'end'; booking: Booking };

/** Current and future bookings of a member. */
export function ProductsSection({ accountId, locationId, timeZone, mayEdit }: SectionProps) {
  const t = useTranslations('products');
  const products = useQuery(productsQuery(locationId, accountId));
  const { clockAheadMs } = useReception();
  const today = useToday(timeZone, () => clockAheadMs);
  const name = useMemberName(locationId, accountId);
  const [asking, setAsking] = useState<Asking | null>(null);
  const member = { locationId, accountId };
  const dialog = {
    name,
    onClose: () => setAsking(null),
    // another system may have made the change, of which the desk hears no event
    onOutdated: () => void products.refetch(),
  };
  // a refetch after a change of user empties no open dialog
  const { bookings = [], products: offered = [] } = useLastKnown(products.data) ?? {};
  const bookable = offered.filter(({ productId }) => !bookings.some((booking) => booking.productId === productId));

  return (
    <ProfileSection
      id="products"
      title={t('title')}
      actions={
        mayEdit &&
        products.data &&
        bookable.length > 0 && <Button onClick={() => setAsking({ kind: 'book', booking: null })}>{t('book')}</Button>
      }
    >
      {products.data ? (
        <>
          <ProductsList
            bookings={bookings}
            timeZone={timeZone}
            change={
              mayEdit
                ? {
                    onChange: (booking) => setAsking({ kind: 'book', booking }),
                    onEnd: (booking) => setAsking({ kind: 'end', booking }),
                  }
                : null
            }
          />
          <UnreadableNote list="bookings" count={products.data.unreadable} />
          {mayEdit && bookable.length === 0 && (
            <p className="text-ink-soft text-sm">{t(offered.length === 0 ? 'noProducts' : 'allBooked')}</p>
          )}
        </>
      ) : (
        <SectionUnread
          loading={t('loading')}
          retry={t('retry')}
          failed={t('failed')}
          error={products.error}
          onRetry={() => void products.refetch()}
        />
      )}
      {asking?.kind === 'book' && (
        <BookDialog
          {...dialog}
          isWanted
          timeZone={timeZone}
          today={today}
          booking={asking.booking}
          products={asking.booking ? [{ ...asking.booking, description: null }] : bookable}
          onBook={(wish) => bookProduct({ ...member, ...wish, base: asking.booking && daysOf(asking.booking) })}
        />
      )}
      {asking?.kind === 'end' && (
        <EndDialog
          {...dialog}
          isWanted
          booking={asking.booking}
          onEnd={() => {
            const { productId } = asking.booking;
            return endBooking({ ...member, productId, base: daysOf(asking.booking) });
          }}
        />
      )}
    </ProfileSection>
  );
}
