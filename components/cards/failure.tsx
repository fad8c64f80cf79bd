import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '#components/ui/banner.tsx';

/** The error message of a dialog. */
export function CardsFailure({ failure, children }: { failure: string | null; children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <Banner tone="danger" icon={CircleAlert} title={failure}>
          {children}
        </Banner>
      )}
    </div>
  );
}
