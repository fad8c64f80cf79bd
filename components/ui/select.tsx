'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import type { KeyboardEvent } from 'react';
import { cn } from './class-names.ts';
import { control, FieldFrame, type FieldTexts, useFieldIds } from './field.tsx';

interface SelectProps<T extends string> extends FieldTexts {
  name?: string;
  /** Leaves the label to those who hear the page: the options then have to say what is chosen. */
  isLabelHidden?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange(value: T): void;
  className?: string;
}

/**
 * One of many choices, in a list that opens: arrows, Home, End, first letters, Enter, Escape. While it is closed, letters
 * and digits choose nothing: the first keys of a card reader reach whatever has the focus.
 */
export function Select<T extends string>({ name, value, options, onChange, ...texts }: SelectProps<T>) {
  const field = useFieldIds(texts.hint, texts.error);
  const chosen = options.find((option) => option.value === value);
  const choose = (key: string) => {
    const option = options.find((candidate) => keyOf(candidate.value) === key);
    if (option) onChange(option.value);
  };
  return (
    <FieldFrame {...texts} ids={field}>
      <Primitive.Root value={keyOf(value)} onValueChange={choose}>
        <Primitive.Trigger
          {...field.control}
          data-field={name}
          onKeyDownCapture={keepCharacters}
          className={cn(control, 'flex min-h-11 items-center justify-between gap-2 text-start')}
        >
          <span className="min-w-0 truncate">
            {/* the list itself would fill it in only once the page has woken up */}
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

/** Stops here what the closed list would look its choices up by; what a browser does with the key stays as it is. */
function keepCharacters(event: KeyboardEvent) {
  const isCommand = event.ctrlKey || event.altKey || event.metaKey;
  if (!isCommand && [...event.key].length === 1 && event.key !== ' ') event.stopPropagation();
}

/** The list takes an empty value for none chosen; here it is a choice like others. */
const keyOf = (value: string) => `=${value}`;
