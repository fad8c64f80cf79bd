'use client';

import { useRef, useState } from 'react';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { FormEnd } from '#components/office/section.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Select } from '#components/ui/select.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { randomUuid } from '#lib/browser/taps/new-tap.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type ExportOrderInput,
  type ExportOrderOutcome,
  exportFileTypes,
  exportOrderForm,
  mostExportOrders,
  oldestExportDay,
} from '#lib/wire/export-orders.ts';
import { eventSets } from '#lib/wire/training.ts';
import { daysLater } from '#shared/calendar/days.ts';

interface OrderExportProps {
  /** The day in UTC. */
  today: string;
  onOrder(order: ExportOrderInput): Promise<ActionResult<ExportOrderOutcome>>;
  /** Called when the desk has answered. */
  onAnswer(): Promise<unknown>;
}

interface Refused {
  kind: Exclude<ExportOrderOutcome['kind'], 'ordered' | 'alreadyOrdered'>;
  /** Whether the list says why. None is known where the request has no answer because the process of the desk died. */
  hasReason: boolean;
}

/** `refused`: a day that was possible when the page was loaded. */
const rules = ['tooOld', 'inFuture', 'beforeFirst', 'tooLong', 'refused'] as const;

/** Orders a file of training: which data, which days, in which format. */
export function OrderExport({ today, onOrder, onAnswer }: OrderExportProps) {
  const t = useTranslations('connection.exportFiles');
  const tSet = useTranslations('connection.training.dataSets');
  const { day } = useLocationFormat('UTC');
  const numeric = useNumericDay();
  const order = useAction(onOrder, { onDone: onAnswer });
  const form = useForm(exportOrderForm(today), {
    initial: { dataSet: 'workouts', from: daysLater(today, -28), until: daysLater(today, -1), fileType: 'CSV' },
    action: order,
    mistakeOf: (rule) => rules.find((one) => one === rule) ?? 'missing',
  });
  const [refused, setRefused] = useState<Refused | null>(null);
  // idempotency key: the same for each attempt to order a file, another one for another file
  const orderId = useRef<string | null>(null);

  const change = (changed: Partial<typeof form.values>) => {
    orderId.current = null;
    setRefused(null);
    form.change(changed);
  };
  const submit = form.submit(async (chosen) => {
    orderId.current ??= randomUuid();
    setRefused(null);
    const result = await order.run({ orderId: orderId.current, ...chosen });
    if (!result?.ok) return result;
    orderId.current = null;
    const outcome = result.value;
    const { kind } = outcome;
    if (kind === 'ordered' || kind === 'alreadyOrdered') toast.success(t(`outcomes.${kind}`));
    else setRefused({ kind, hasReason: 'problem' in outcome && outcome.problem !== null });
    return result;
  });
  const refusalOf = ({ kind, hasReason }: Refused) =>
    [t(`outcomes.${kind}`, { count: mostExportOrders }), ...(hasReason ? [t('outcomes.reason')] : [])].join(' ');
  const dayField = (name: 'from' | 'until') => {
    const mistake = form.mistakes[name];
    const texts = { example: numeric(today), oldest: day(oldestExportDay(today)) };
    return {
      label: t(name),
      error: mistake && t(`mistakes.${mistake}`, texts),
      value: form.values[name],
      today,
      min: oldestExportDay(today),
      max: today,
      onChange: (chosen: string) => change({ [name]: chosen }),
    };
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <PendingFields isPending={form.isPending}>
          <Select
            label={t('dataSet')}
            value={form.values.dataSet}
            options={eventSets.map((value) => ({ value, label: tSet(value) }))}
            onChange={(dataSet) => change({ dataSet })}
          />
          <Select
            label={t('fileType')}
            value={form.values.fileType}
            options={exportFileTypes.map((value) => ({ value, label: t(`fileTypes.${value}`) }))}
            onChange={(fileType) => change({ fileType })}
          />
          <DayField {...dayField('from')} />
          <DayField {...dayField('until')} />
        </PendingFields>
      </div>
      <FormEnd
        submit={t('order')}
        isPending={form.isPending}
        failure={form.failure ?? (refused && refusalOf(refused))}
      />
    </form>
  );
}
