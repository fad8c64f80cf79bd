import { useId } from 'react';

export interface SwitchFieldProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** Something that is done or not. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={`${id}-hint`}
          className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-unknown-soft transition-colors before:absolute before:top-0.75 before:left-0.75 before:size-5 before:rounded-full before:bg-line-strong before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-surface motion-reduce:before:transition-none"
        />
        {label}
      </label>
      <p id={`${id}-hint`} className="text-ink-soft text-sm">
        {hint}
      </p>
    </div>
  );
}
