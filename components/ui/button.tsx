import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';

export type ButtonProps = ComponentProps<'button'> & {
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  shape?: 'text' | 'icon' | 'row';
  /** Renders the only child (a link) with the looks of a button. */
  asChild?: boolean;
};

export function Button({
  look = 'plain',
  shape = 'text',
  asChild = false,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const looks = cn('button', `button-${look}`, shape !== 'text' && `button-${shape}`, className);
  if (asChild) return <Slot.Root className={looks} {...rest} />;
  return <button type={type} className={looks} {...rest} />;
}
