import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

const badge = cva('inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 font-medium text-xs', {
  variants: {
    look: { plain: 'bg-unknown-soft text-ink-soft', accent: 'bg-accent-soft text-accent', outlined: 'border' },
  },
  defaultVariants: { look: 'plain' },
});

export function Badge({
  look,
  className,
  children,
}: VariantProps<typeof badge> & { className?: string; children: ReactNode }) {
  return <span className={cn(badge({ look }), className)}>{children}</span>;
}
