import { CircleAlert } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';

interface ListFailureProps {
  isFailed: boolean;
  title: string;
  /** The label of the button. */
  retry: string;
  onRetry(): void;
}

/** The notice above a list that could not be read. The live region is there from the start, so that the notice is announced. */
export function ListFailure({ isFailed, title, retry, onRetry }: ListFailureProps) {
  return (
    <div role="alert" className="empty:hidden">
      {isFailed && (
        <Banner tone="danger" icon={CircleAlert} title={title} action={<Button onClick={onRetry}>{retry}</Button>} />
      )}
    </div>
  );
}
