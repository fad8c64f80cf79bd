import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  /** Whether it is open on mount. */
  isFirstOpen?: boolean;
  /** Called when it has closed. The focus returns to the button, unless the event's default is prevented. */
  onClosed?(event: Event): void;
  children: ReactNode;
}

export function Menu({ trigger, align = 'end', isFirstOpen = false, onClosed, children }: MenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen={isFirstOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      {/* no portal: the items belong to the landmark of the button */}
      <Primitive.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        onCloseAutoFocus={onClosed}
        className="z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-56 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-lg"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item className={cn('menu-item', className)} {...rest} />;
}

export function MenuToggle({ className, children, ...rest }: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem className={cn('menu-item', className)} {...rest}>
      <Ticked>{children}</Ticked>
    </Primitive.CheckboxItem>
  );
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChoose(value: T): void;
  className?: string;
}

export function MenuChoice<T extends string>({ label, value, options, onChoose, className }: MenuChoiceProps<T>) {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChoose(option.value);
  };
  return (
    <Primitive.RadioGroup value={value} onValueChange={choose} className={className}>
      <Primitive.Label className="px-3 pt-2 pb-1 font-medium text-ink-soft text-sm">{label}</Primitive.Label>
      {options.map((option) => (
        <Primitive.RadioItem key={option.value} value={option.value} lang={option.lang} className="menu-item">
          <Ticked>{option.label}</Ticked>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

export function MenuSeparator({ className }: { className?: string }) {
  return <Primitive.Separator className={cn('my-1.5 h-px bg-line', className)} />;
}

function Ticked({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="size-4">
        <Primitive.ItemIndicator>
          <Check aria-hidden className="size-4" />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </>
  );
}
