'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { type KeyboardEvent, useState } from 'react';
import { cn } from './class-names.ts';
import { control, FieldFrame, type FieldTexts, useFieldIds } from './field.tsx';

interface SelectProps<T extends string> extends FieldTexts {
  name?: string;
  /** Shows the label only to screen readers: the options then have to be self-explanatory. */
  isLabelHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  /** Uses `aria-disabled`, so that it keeps the focus: it may be enabled again in a moment. */
  isDisabled?: boolean;
  className?: string;
}

/**
 * A select with a listbox: arrows, Home, End, typeahead, Enter, Escape. Typeahead is off while it is closed: otherwise
 * the first keys of a scan, which reach the focused element, would change the value.
 */
export function Select<T extends string>({
  name,
  value,
  options,
  onChange,
  isDisabled = false,
  ...texts
}: SelectProps<T>) {
  const [isOpen, setIsOpen] = useState(false);
  const field = useFieldIds(texts.hint, texts.error);
  const chosen = options.find((option) => option.value === value);
  const choose = (key: string) => {
    const option = options.find((candidate) => keyOf(candidate.value) === key);
    if (option) onChange(option.value);
  };
  return (
    <FieldFrame {...texts} ids={field}>
      <Primitive.Root
        value={keyOf(value)}
        onValueChange={choose}
        open={isOpen && !isDisabled}
        onOpenChange={(next) => setIsOpen(next && !isDisabled)}
      >
        <Primitive.Trigger
          {...field.control}
          aria-disabled={isDisabled}
          data-field={name}
          onKeyDownCapture={keepCharacters}
          className={cn(
            control,
            'flex min-h-11 items-center justify-between gap-2 text-start aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
          )}
        >
          <span className="min-w-0 truncate">
            {/* Radix itself would render the label only after hydration */}
            <Primitive.Value>{chosen?.label}</Primitive.Value>
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft" />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            position="popper"
            sideOffset={4}
            collisionPadding={12}
            className="z-60 max-h-[min(24rem,var(--radix-select-content-available-height))] min-w-[var(--radix-select-trigger-width)] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-lg"
          >
            <Primitive.Viewport>
              {options.map((option) => (
                <Primitive.Item key={option.value} value={keyOf(option.value)} className="menu-item">
                  <span aria-hidden className="w-5 shrink-0">
                    <Primitive.ItemIndicator>
                      <Check className="size-5 text-accent" />
                    </Primitive.ItemIndicator>
                  </span>
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                </Primitive.Item>
              ))}
            </Primitive.Viewport>
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </FieldFrame>
  );
}

/** Disables the typeahead of the closed select; the browser's default action stays. */
function keepCharacters(event: KeyboardEvent) {
  const isCommand = event.ctrlKey || event.altKey || event.metaKey;
  if (!isCommand && [...event.key].length === 1 && event.key !== ' ') event.stopPropagation();
}

/** Radix treats an empty value as no selection; here it is a normal option. */
const keyOf = (value: string) => `=${value}`;
