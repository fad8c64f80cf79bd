'use client';

import { CardsFailure } from '#components/cards/failure.tsx';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { toast } from '#components/ui/toast.ts';
import { latestEndDate } from '#contracts/v2/products.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type BookableProduct,
  type Booking,
  type BookingWish,
  type BookOutcome,
  bookingForm,
  type DayProblem,
  dayProblemOf,
} from '#lib/wire/products.ts';
import { type Day, isDay } from '#lib/wire/time/month.ts';
import { daysLater } from '#shared/calendar/days.ts';

export interface BookingDialogProps {
  name: string;
  timeZone: string;
  /** Today at the gym. */
  today: Day;
  /** The bookable products; only the one of `booking` when a booking is changed. */
  products: readonly BookableProduct[];
  /** The booking to change; null for a new one. */
  booking: Booking | null;
  onBook(wish: BookingWish): Promise<ActionResult<BookOutcome>>;
  /** Called where the page shows a booking that has changed. */
  onOutdated(): void;
  onClose(): void;
}

/** Books a product for a range of days, or changes the days of a booking. */
export function BookingDialog(props: BookingDialogProps) {
  const { name, timeZone, today, products, booking, onBook, onOutdated, onClose } = props;
  const t = useTranslations('products.bookDialog');
  const common = useTranslations('common');
  const numeric = useNumericDay();
  const { day: writeDay } = useLocationFormat(timeZone);
  const tomorrow = daysLater(today, 1);
  const runningSince = booking?.startDate && booking.startDate <= today ? booking.startDate : null;
  const book = useAction(onBook);
  const form = useForm(bookingForm({ today, runningSince, offered: products.map((offered) => offered.productId) }), {
    initial: {
      productId: booking?.productId ?? products[0]?.productId ?? '',
      startDate: booking?.startDate ?? today,
      endDate: booking?.endDate ?? '',
    },
    action: book,
    mistakeOf: dayProblemOf,
  });
  const { productId, startDate: start, endDate: end } = form.values;
  const { startDate: startProblem, endDate: endProblem } = form.mistakes;
  const problemText = useDayProblem({
    today: writeDay(today),
    latest: writeDay(latestEndDate),
    example: numeric(tomorrow),
  });
  const isProductMissing = !booking && form.mistakes.productId !== undefined;
  // all may have been booked since the dialog was opened
  const productProblem = products.length === 0 ? t('nothingLeft') : isProductMissing && t('productMissing');
  /** The problem of a first day that has no field, since it cannot be changed any more. */
  const fixedStartProblem = runningSince && startProblem ? problemText(startProblem) : null;
  const product = products.find((offered) => offered.productId === productId)?.title ?? productId;
  const earliestEnd = laterOf(isDay(start) ? start : today, tomorrow);

  const submit = form.submit(async (wish) => {
    const result = await book.run(wish);
    if (!result?.ok) return result;
    const outcome = result.value;
    switch (outcome.kind) {
      case 'refused':
        return form.refuse(outcome.problems);
      case 'booked':
        toast.success(t('booked', { product, day: writeDay(wish.endDate) }));
        break;
      case 'changedMeanwhile':
        toast.error(t('changedMeanwhile', { product }));
        onOutdated();
        break;
      case 'productGone':
        toast.error(t('productGone', { product }));
        break;
      case 'memberGone':
        toast.error(t('memberGone', { name }));
        break;
      default:
        outcome satisfies never;
    }
    onClose();
    return result;
  });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={booking ? t(runningSince ? 'titleExtend' : 'titleChange', { product }) : t('title', { name })}
      description={t('description')}
      closeLabel={common('close')}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <CardsFailure failure={form.failure ?? fixedStartProblem} />
        <PendingFields isPending={form.isPending}>
          {!booking && (
            <ChoiceCards
              label={t('product')}
              value={productId}
              options={products.map(({ productId: value, title: label }) => ({ value, label }))}
              onChange={(chosen) => form.change({ productId: chosen })}
              error={productProblem}
              className="flex flex-wrap"
            />
          )}
          {runningSince ? (
            <p className="font-medium">{t('startFixed', { day: writeDay(runningSince) })}</p>
          ) : (
            <DayField
              label={t('startDate')}
              value={start}
              error={startProblem && problemText(startProblem)}
              today={today}
              min={today}
              max={latestEndDate}
              onChange={(startDate) => form.change({ startDate })}
            />
          )}
          <DayField
            label={t('endDate')}
            value={end}
            error={endProblem && problemText(endProblem)}
            today={today}
            min={earliestEnd}
            max={latestEndDate}
            onChange={(endDate) => form.change({ endDate })}
          />
        </PendingFields>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <PendingButton look="main" type="submit" isPending={form.isPending}>
            {t(booking ? 'submitChange' : 'submitBook')}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  );
}

const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);

/** The message why a day is not allowed, with the gym's today. */
function useDayProblem(days: Record<'today' | 'latest' | 'example', string>): (problem: DayProblem) => string {
  const t = useTranslations('products.dayProblems');
  return (problem) => t(problem, days);
}
