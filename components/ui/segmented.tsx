import { useId } from 'react';
import { cn } from './class-names.ts';

interface SegmentedProps<T extends string> {
  label: string;
  /** Shows the label only to screen readers. */
  isLabelHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  className?: string;
}

/** A segmented control: one of a few visible options. */
export function Segmented<T extends string>({
  label,
  isLabelHidden,
  value,
  options,
  onChange,
  className,
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={cn('min-w-0', className)}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-unknown-soft p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="segment flex min-h-11 flex-auto cursor-pointer items-center justify-center rounded-md px-4 text-center font-semibold text-ink-soft has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-checked:shadow-sm"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
