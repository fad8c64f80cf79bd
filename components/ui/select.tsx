import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cn } from '#lib/class-names.ts';

interface SelectProps<T extends string> {
  label: string;
  /** Leaves the label to those who hear the page: the options then have to say what is chosen. */
  isLabelHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  className?: string;
}

/** One of many choices, in the list that the device has for it. */
export function Select<T extends string>({
  label,
  isLabelHidden,
  value,
  options,
  onChange,
  className,
}: SelectProps<T>) {
  const id = useId();
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <div className={cn('grid gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className="min-h-11 w-full min-w-0 appearance-none rounded-md border border-line-strong bg-surface py-2 pr-10 pl-3.5 text-ink"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft" />
      </div>
    </div>
  );
}
