import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names.ts';

/** Decoration only: what is being waited for is said in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={cn('spinner', className)} />;
}
