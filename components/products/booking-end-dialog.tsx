'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CardsFailure } from '#components/cards/failure.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { toast } from '#components/ui/toast.ts';
import { orUnreachable } from '#lib/actions/or-unreachable.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
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
  const common = useTranslations('common');
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const product = booking.title;

  const end = async () => {
    setIsPending(true);
    const result = await orUnreachable(onEnd());
    setIsPending(false);
    if (!result.ok) return setError(result.error);
    if (result.value.kind === 'ended') toast.success(t('ended', { product }));
    else if (result.value.kind === 'productGone') toast.error(book('productGone', { product }));
    else toast.error(book('memberGone', { name }));
    onClose();
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('title', { product })}
      description={t('description')}
      closeLabel={common('close')}
    >
      <CardsFailure error={error} />
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button look="danger" aria-disabled={isPending} onClick={() => !isPending && void end()}>
          {isPending && <Spinner />}
          {t('confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
