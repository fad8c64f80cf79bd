import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  /** Uses `aria-disabled`, so that it keeps the focus: it may be enabled again in a moment. */
  isDisabled?: boolean;
  onSwitch(isOn: boolean): void;
}

/** An on/off switch with immediate effect. */
export function Switch({ label, hint, isOn, isDisabled = false, onSwitch }: SwitchProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-ink-soft text-sm">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={isOn}
        aria-disabled={isDisabled}
        aria-describedby={hint ? hintId : undefined}
        onCheckedChange={(next) => !isDisabled && onSwitch(next)}
        className="flex h-11 w-16 shrink-0 items-center rounded-full aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      >
        <span
          aria-hidden
          className={`flex h-8 w-14 items-center rounded-full border p-0.5 transition-colors ${isOn ? 'border-accent bg-accent' : 'border-line-strong bg-unknown-soft'}`}
        >
          <Primitive.Thumb className="size-6 rounded-full border border-line-strong bg-surface transition-transform data-[state=checked]:translate-x-6" />
        </span>
      </Primitive.Root>
    </div>
  );
}
