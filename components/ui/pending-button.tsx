import { Button, type ButtonProps } from './button.tsx';
import { firstClick } from './first-click.ts';
import { Spinner } from './spinner.tsx';

interface PendingButtonProps extends ButtonProps {
  /** Whether its action is in flight: it shows a spinner, keeps the focus, and ignores presses. */
  isPending: boolean;
}

/** A button for an asynchronous action. */
export function PendingButton({ isPending, onClick, children, ...rest }: PendingButtonProps) {
  return (
    <Button aria-disabled={isPending} onClick={isPending ? undefined : onClick && firstClick(onClick)} {...rest}>
      {isPending && <Spinner />}
      {children}
    </Button>
  );
}
