'use client';

import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Booking, EndBookingOutcome } from '#lib/wire/products.ts';

export interface BookingEndDialogProps {
  name: string;
  booking: Booking;
  onEnd(): Promise<ActionResult<EndBookingOutcome>>;
  /** Called where the page shows a booking that has changed. */
  onOutdated(): void;
  onClose(): void;
}

/** Asks before a booking is ended, which cannot be undone. */
export function BookingEndDialog({ name, booking, onEnd, onOutdated, onClose }: BookingEndDialogProps) {
  const t = useTranslations('products.endDialog');
  const book = useTranslations('products.bookDialog');
  const product = booking.title;
  const tell = ({ kind }: EndBookingOutcome) => {
    switch (kind) {
      case 'ended':
        return toast.success(t('ended', { product }));
      case 'changedMeanwhile':
        onOutdated();
        return toast.error(book('changedMeanwhile', { product }));
      case 'productGone':
        return toast.error(book('productGone', { product }));
      case 'memberGone':
        return toast.error(book('memberGone', { name }));
    }
  };
  return (
    <ConfirmDialog
      title={t('title', { product })}
      description={t('description')}
      confirm={t('confirm')}
      onConfirm={onEnd}
      onDone={(outcome) => {
        tell(outcome);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
