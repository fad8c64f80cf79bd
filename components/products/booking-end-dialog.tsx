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
  onClose(): void;
}

/** Asks before a booking is ended: that cannot be undone. */
export function BookingEndDialog({ name, booking, onEnd, onClose }: BookingEndDialogProps) {
  const t = useTranslations('products.endDialog');
  const book = useTranslations('products.bookDialog');
  const product = booking.title;
  const tell = ({ kind }: EndBookingOutcome) => {
    if (kind === 'ended') toast.success(t('ended', { product }));
    else if (kind === 'productGone') toast.error(book('productGone', { product }));
    else toast.error(book('memberGone', { name }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('title', { product })}
      description={t('description')}
      confirm={t('confirm')}
      onConfirm={onEnd}
      onDone={tell}
      onClose={onClose}
    />
  );
}
