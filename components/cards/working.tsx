import { Spinner } from '#components/ui/spinner.tsx';

/** Stands in a dialog while the platform is asked. */
export function CardsWorking({ text }: { text: string }) {
  return (
    <p role="status" className="flex min-h-24 items-center justify-center gap-3 text-ink-soft">
      <Spinner className="text-accent" /> {text}
    </p>
  );
}
