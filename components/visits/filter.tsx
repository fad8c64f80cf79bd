'use client';

import { ChevronLeft, ChevronRight, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { Button, buttonLooks } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isDay } from '#lib/wire/time/month.ts';
import { automaticBy, isVisitSpan, longestVisitSpan, type VisitFilter, visitGroupNames } from '#lib/wire/visits.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';

export interface VisitsFilterProps {
  /** The location's today. */
  today: string;
  filter: VisitFilter;
  onFilter(filter: VisitFilter): void;
  /** Staff who scanned in this period. */
  people: readonly { id: string; name: string }[];
  /** The URL of the export; null without the permission. */
  fileHref: string | null;
  onPrint(): void;
}

const all = 'all' as const;
const groups = [all, ...visitGroupNames] as const;

/** Aligned with the inputs, even if an error message below them grows. */
const belowLabel = 'sm:mt-7.5';

/** The filters of the list, and its actions. */
export function VisitsFilter({ today, filter, onFilter, people, fileHref, onPrint }: VisitsFilterProps) {
  const t = useTranslations('visits');
  const write = useNumericDay();
  // typed text that is not a valid day yet, or outside the allowed range
  const [typed, setTyped] = useState<{ day?: string; until?: string }>({});
  const { day: from, until = from } = filter;
  const show = (day: string, last: string) => {
    setTyped({});
    onFilter({ ...filter, day, until: last === day ? undefined : last, by: undefined });
  };
  const chooseFirst = (day: string) => {
    if (!isDay(day)) setTyped({ day });
    else show(day, isVisitSpan(day, until) ? until : day);
  };
  const chooseLast = (last: string) => {
    if (isDay(last) && isVisitSpan(from, last)) show(from, last);
    else setTyped({ until: last });
  };
  // a range moves by its own length
  const days = daysBetween(from, until) + 1;
  const step = (by: number) => show(daysLater(from, by), daysLater(until, by));
  const by = filter.by ?? all;
  // a person from the URL may have scanned nothing in this period
  const others =
    [automaticBy, ...people.map(({ id }) => id)].includes(by) || by === all ? [] : [{ value: by, label: '–' }];
  return (
    <div className="grid gap-4 print:hidden">
      <div className="flex flex-wrap items-start gap-2.5">
        <div className="flex gap-2.5 max-sm:basis-full">
          <DayField
            className="max-sm:flex-1 sm:w-44"
            label={t('from')}
            value={typed.day ?? from}
            error={typed.day === undefined ? undefined : t('dayInvalid', { example: write(today) })}
            today={today}
            max={today}
            onChange={chooseFirst}
          />
          <DayField
            className="max-sm:flex-1 sm:w-44"
            label={t('until')}
            value={typed.until ?? until}
            error={
              typed.until === undefined
                ? undefined
                : t(isDay(typed.until) ? 'spanInvalid' : 'dayInvalid', {
                    example: write(today),
                    days: longestVisitSpan,
                  })
            }
            today={today}
            min={from}
            max={today}
            onChange={chooseLast}
          />
        </div>
        <Button className={belowLabel} shape="icon" aria-label={t('previous', { days })} onClick={() => step(-days)}>
          <ChevronLeft aria-hidden className="size-5" />
        </Button>
        <Button
          className={belowLabel}
          shape="icon"
          aria-label={t('next', { days })}
          disabled={until >= today}
          onClick={() => step(Math.min(days, daysBetween(until, today)))}
        >
          <ChevronRight aria-hidden className="size-5" />
        </Button>
        {(from !== today || until !== today) && (
          <Button className={belowLabel} onClick={() => show(today, today)}>
            {t('today')}
          </Button>
        )}
        <div className="ml-auto flex flex-wrap gap-2.5 max-sm:ml-0 lg:mt-7.5">
          {fileHref && (
            <a href={fileHref} download className={buttonLooks({})}>
              <Download aria-hidden className="size-5" />
              {t('file')}
            </a>
          )}
          <Button onClick={onPrint}>
            <Printer aria-hidden className="size-5" />
            {t('print')}
          </Button>
        </div>
      </div>
      <div className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          className="sm:max-lg:col-span-2"
          label={t('name')}
          placeholder={t('namePlaceholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={filter.name}
          onChange={({ target }) => onFilter({ ...filter, name: target.value })}
        />
        <Select
          label={t('group')}
          value={filter.group ?? all}
          options={groups.map((group) => ({ value: group, label: t(`groups.${group}`) }))}
          onChange={(group) => onFilter({ ...filter, group: visitGroupNames.find((name) => name === group) })}
        />
        <Select
          label={t('by')}
          value={by}
          options={[
            { value: all, label: t('byAll') },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            { value: automaticBy, label: t('automatic') },
            ...others,
          ]}
          onChange={(chosen) => onFilter({ ...filter, by: chosen === all ? undefined : chosen })}
        />
      </div>
    </div>
  );
}
