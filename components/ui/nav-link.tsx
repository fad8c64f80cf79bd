import Link from 'next/link';
import { type ComponentProps, useState } from 'react';
import { LinkSign } from './link-sign.tsx';

/**
 * A link of a navigation. Prefetched once a pointer, a finger or the focus is on it, and not with the page: most of these
 * links are never pressed, and the desk would answer a request for each of them at every page.
 */
export function NavLink({ className, children, ...rest }: Omit<ComponentProps<typeof Link>, 'prefetch'>) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return (
    <Link
      prefetch={isMeant ? null : false}
      onMouseEnter={mean}
      onTouchStart={mean}
      onFocus={mean}
      className={className}
      {...rest}
    >
      {children}
      <LinkSign />
    </Link>
  );
}
