import { Button, type ButtonProps } from './button.tsx';
import { Spinner } from './spinner.tsx';

interface PendingButtonProps extends ButtonProps {
  /** Whether what it began is still under way: it shows so, keeps the focus, and a press does nothing. */
  isPending: boolean;
}

/** Begins something that takes its time. */
export function PendingButton({ isPending, onClick, children, ...rest }: PendingButtonProps) {
  return (
    <Button aria-disabled={isPending} onClick={isPending ? undefined : onClick} {...rest}>
      {isPending && <Spinner />}
      {children}
    </Button>
  );
}
