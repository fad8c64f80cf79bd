import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** Decorative: a text next to it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('spinner', className)} />;
}
