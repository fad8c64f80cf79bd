import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#lib/class-names.ts';

const button = cva(
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md border px-4.5 py-1.5 text-center font-semibold transition-colors disabled:opacity-60 aria-disabled:opacity-60',
  {
    variants: {
      look: {
        main: 'border-accent bg-accent text-surface hover:brightness-110',
        plain: 'border-line bg-surface text-ink hover:border-line-strong',
        quiet: 'border-transparent bg-transparent text-ink-soft hover:bg-unknown-soft hover:text-ink',
        danger: 'border-refused bg-surface text-refused hover:bg-refused-soft',
      },
      shape: { text: '', icon: 'min-w-11 px-0', row: 'w-full justify-start rounded-none text-left font-normal' },
    },
    defaultVariants: { look: 'plain', shape: 'text' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof button> & {
    /** Renders the only child (a link) with the looks of a button. */
    asChild?: boolean;
  };

export function Button({ look, shape, asChild = false, className, type = 'button', ...rest }: ButtonProps) {
  if (asChild) return <Slot.Root className={cn(button({ look, shape }), className)} {...rest} />;
  return <button type={type} className={cn(button({ look, shape }), className)} {...rest} />;
}
