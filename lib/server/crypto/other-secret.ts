import 'server-only';
import { EnvironmentError } from '#shared/environment-error.ts';

/** What was sealed opens neither under DESK_SECRET nor under DESK_SECRET_PREVIOUS. */
export const otherSecret = (): EnvironmentError =>
  new EnvironmentError(
    'DESK_SECRET is not the one under which the keys of this desk were stored: set it to that one, ' +
      'or DESK_SECRET_PREVIOUS where you are changing it; ' +
      'docs/operate.md, "A key or secret changes", says where it may still be, and what is left if it is lost.',
  );
