'use client';

import { CalendarDays } from 'lucide-react';
import { useLocale } from 'next-intl';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { type FieldTexts, TextField } from '#components/ui/field.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formatDay, shownDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import { type Day, isDay } from '#lib/wire/time/month.ts';
import { readTypedDay } from '#lib/wire/time/typed-day.ts';

const Calendar = onDemand(async () => (await import('./calendar.tsx')).Calendar);

interface DayFieldProps extends FieldTexts {
  name?: string;
  /** A day, `yyyy-MM-dd`; empty; or typed text that is no day. */
  value: string;
  /** Called with a two-digit year only on blur or Enter: until then it may become a four-digit one. */
  onChange(value: string): void;
  /** The gym's today; null where it is not needed. */
  today?: Day | null;
  min?: Day;
  /** The last allowed day. A two-digit year never means a later one. */
  max?: Day;
  className?: string;
}

/** A day, typed in the local format or chosen in a calendar. */
export function DayField({
  value,
  onChange,
  today = null,
  min = earliest,
  max = latest,
  className,
  error,
  ...field
}: DayFieldProps) {
  const t = useTranslations('dayField');
  const tag = formattingTag[useLocale()];
  // in the display format of the page
  const written = isDay(value) ? formatDay(tag, value, shownDay) : value;
  // text stays unformatted while it is typed, even if it is a valid day
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const finish = () => {
    if (typed === null) return;
    setTyped(null);
    const read = readTypedDay(typed, { latest: max, tag }) ?? typed.trim();
    if (read !== value) onChange(read);
  };
  const close = () => {
    setIsOpen(false);
    toggle.current?.focus();
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a handler for Escape, wherever the focus is inside
    <div
      ref={frame}
      className={cn('relative min-w-0', className)}
      onKeyDown={closeByKey}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !frame.current?.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <TextField
        {...field}
        data-kept
        // no error while the day is still being typed
        error={typed === null ? error : undefined}
        className={undefined}
        inputClassName="pr-12"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('pattern')}
        value={typed ?? written}
        onChange={({ target: { value: text } }) => {
          setTyped(text);
          onChange(readTypedDay(text, { tag, isBeingTyped: true }) ?? text.trim());
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={finish}
        onKeyDown={({ key }) => key === 'Enter' && finish()}
      >
        <Button
          ref={toggle}
          look="quiet"
          shape="icon"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'close' : 'open', { field: field.label })}
          onClick={() => setIsOpen(!isOpen)}
          className="absolute top-0 right-0"
        >
          <CalendarDays aria-hidden className="size-5 text-ink-soft" />
        </Button>
        {isOpen && (
          <Flyout onOutside={() => setIsOpen(false)}>
            <Calendar
              isWanted
              label={field.label}
              value={isDay(value) ? value : null}
              today={today}
              min={min}
              max={max}
              onChoose={(day) => {
                onChange(day);
                close();
              }}
            />
          </Flyout>
        )}
      </TextField>
    </div>
  );
}

const earliest: Day = '1900-01-01';
const latest: Day = '2100-12-31';
const marginPx = 8;

/**
 * Overlays the content below the field, within the edges of the page. In a dialog, which scrolls, it takes up space
 * instead.
 */
function Flyout({ onOutside, children }: { onOutside(): void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const over = element.getBoundingClientRect().right - document.documentElement.clientWidth + marginPx;
    if (over > 0) element.style.left = `${-over}px`;
    const watcher = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const leave = useEffectEvent(onOutside);
  useEffect(() => {
    const field = box.current?.parentElement;
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !field?.contains(target)) leave();
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  }, []);
  return (
    <div
      ref={box}
      data-flyout
      className="absolute top-full left-0 z-30 mt-1 w-[22rem] max-w-[calc(100vw-1rem)] in-[[role=dialog]]:static in-[[role=dialog]]:w-full rounded-md in-[[role=dialog]]:shadow-none shadow-lg"
    >
      {children}
    </div>
  );
}

/** An example of a typed day: `31.12.2026`, `31/12/2026`. */
export function useNumericDay(): (day: Day) => string {
  const tag = formattingTag[useLocale()];
  return (day) => formatDay(tag, day, { day: '2-digit', month: '2-digit', year: 'numeric' });
}
