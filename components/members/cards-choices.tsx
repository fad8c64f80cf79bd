import { useId } from 'react';

export interface ChoicesProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChoose(value: T): void;
}

/** One of a few, all in sight. */
export function Choices<T extends string>({ label, value, options, onChoose }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line px-3.5 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:border-line-strong"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="size-4.5 accent-accent outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
