import type { ComponentProps } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import { DayField } from './day-field.tsx';

interface DayRangeFormProps {
  fieldOf(name: keyof DayRange): ComponentProps<typeof DayField>;
  /** The text of the button. */
  submit: string;
  /** Whether another range is loading. */
  isChoosing: boolean;
  onSubmit: ComponentProps<'form'>['onSubmit'];
}

/** The first and the last day of a range. */
export function DayRangeForm({ fieldOf, submit, isChoosing, onSubmit }: DayRangeFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <PendingFields isPending={isChoosing}>
        <DayField {...fieldOf('from')} />
        <DayField {...fieldOf('to')} />
      </PendingFields>
      <Button type="submit" className="max-sm:w-full sm:mt-7.5">
        {submit}
      </Button>
    </form>
  );
}
