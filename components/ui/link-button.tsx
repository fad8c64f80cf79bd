import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLooks, buttonLooks } from './button.tsx';
import { LinkSign } from './link-sign.tsx';

/** A link with the look of a button, for navigation only. */
export function LinkButton({ look, shape, className, children, ...rest }: ComponentProps<typeof Link> & ButtonLooks) {
  return (
    <Link className={buttonLooks({ look, shape }, className)} {...rest}>
      {children}
      <LinkSign />
    </Link>
  );
}
