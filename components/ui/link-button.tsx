import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLooks, buttonLooks } from './button.tsx';
import { LinkSign } from './link-sign.tsx';

/** A link that looks like a button: it leads somewhere and does nothing. */
export function LinkButton({ look, shape, className, children, ...rest }: ComponentProps<typeof Link> & ButtonLooks) {
  return (
    <Link className={buttonLooks({ look, shape }, className)} {...rest}>
      {children}
      <LinkSign />
    </Link>
  );
}
