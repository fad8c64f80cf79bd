'use client';

import { type FormEvent, useState } from 'react';
import { CardsFailure } from '#components/cards/failure.tsx';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { useAction } from '#components/hooks/use-action.ts';
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
  type BookingDays,
  type BookOutcome,
  type DayProblem,
  type DayProblems,
  findDayProblems,
} from '#lib/wire/products.ts';
import { type Day, isDay } from '#lib/wire/time/month.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';

export interface BookingDialogProps {
  name: string;
  timeZone: string;
  /** What can be booked; the one of `booking` where a booking is changed. */
  products: readonly BookableProduct[];
  /** The booking that is to be changed; null for a new one. */
  booking: Booking | null;
  onBook(productId: string, days: BookingDays): Promise<ActionResult<BookOutcome>>;
  onClose(): void;
}

/** Asks for a product and its days, or for other days of a booking. */
export function BookingDialog({ name, timeZone, products, booking, onBook, onClose }: BookingDialogProps) {
  const t = useTranslations('products.bookDialog');
  const common = useTranslations('common');
  const numeric = useNumericDay();
  const { day: writeDay } = useLocationFormat(timeZone);
  // the page may stand open over midnight
  const today = dayOf(Date.now(), timeZone);
  const tomorrow = daysLater(today, 1);
  const runningSince = booking?.startDate && booking.startDate <= today ? booking.startDate : null;
  const [productId, setProductId] = useState(booking?.productId ?? products[0]?.productId ?? '');
  const [start, setStart] = useState(booking?.startDate ?? today);
  const [end, setEnd] = useState(booking?.endDate ?? '');
  const [problems, setProblems] = useState<DayProblems>({});
  const book = useAction((days: BookingDays) => onBook(productId, days));
  const problemText = useDayProblem({
    today: writeDay(today),
    latest: writeDay(latestEndDate),
    example: numeric(tomorrow),
  });
  const product = products.find((offered) => offered.productId === productId)?.title ?? productId;
  const earliestEnd = laterOf(isDay(start) ? start : today, tomorrow);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (book.isPending) return;
    const days = { startDate: runningSince ?? dayOrNone(start), endDate: dayOrNone(end) };
    const found = findDayProblems(days, { today, runningSince });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const result = await book.run(days);
    if (!result?.ok) return;
    const outcome = result.value;
    switch (outcome.kind) {
      case 'refused':
        return setProblems(outcome.problems);
      case 'booked':
        toast.success(t('booked', { product, day: writeDay(days.endDate) }));
        return onClose();
      case 'productGone':
        toast.error(t('productGone', { product }));
        return onClose();
      case 'memberGone':
        toast.error(t('memberGone', { name }));
        return onClose();
      default:
        outcome satisfies never;
    }
  };
  const changed = (field: keyof BookingDays, set: (text: string) => void) => (text: string) => {
    set(text);
    setProblems(({ [field]: _, ...others }) => others);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={booking ? t(runningSince ? 'titleExtend' : 'titleChange', { product }) : t('title', { name })}
      description={t('description')}
      closeLabel={common('close')}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <CardsFailure failure={book.failure} />
        <PendingFields isPending={book.isPending}>
          {!booking && (
            <ChoiceCards
              label={t('product')}
              value={productId}
              options={products.map(({ productId: value, title: label }) => ({ value, label }))}
              onChange={setProductId}
              className="flex flex-wrap"
            />
          )}
          {runningSince ? (
            <p className="font-medium">{t('startFixed', { day: writeDay(runningSince) })}</p>
          ) : (
            <DayField
              label={t('startDate')}
              value={start}
              error={problems.startDate && problemText(problems.startDate)}
              today={today}
              min={today}
              max={latestEndDate}
              onChange={changed('startDate', setStart)}
            />
          )}
          <DayField
            label={t('endDate')}
            value={end}
            error={problems.endDate && problemText(problems.endDate)}
            today={today}
            min={earliestEnd}
            max={latestEndDate}
            onChange={changed('endDate', setEnd)}
          />
        </PendingFields>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <PendingButton look="main" type="submit" isPending={book.isPending}>
            {t(booking ? 'submitChange' : 'submitBook')}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  );
}

const dayOrNone = (value: string): Day => (isDay(value) ? value : '');
const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);

/** Says why a day is not allowed, with the gym's own today. */
function useDayProblem(days: Record<'today' | 'latest' | 'example', string>): (problem: DayProblem) => string {
  const t = useTranslations('products.dayProblems');
  return (problem) => t(problem, days);
}
