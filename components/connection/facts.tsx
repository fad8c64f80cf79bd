import type { ReactNode } from 'react';

interface FactsProps {
  facts: readonly { name: string; value: ReactNode }[];
}

/** Names and values, beside each other where there is room. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft max-sm:text-sm">{name}</dt>
          <dd className="wrap-anywhere min-w-0 font-medium max-sm:mb-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
