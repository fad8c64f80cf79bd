import 'server-only';
import { EnvironmentError } from '#shared/environment-error.ts';

/** What was sealed opens neither under DESK_SECRET nor under DESK_SECRET_PREVIOUS. */
export const otherSecret = (): EnvironmentError =>
  new EnvironmentError(
    'DESK_SECRET is not the one under which the keys of this desk were stored: set it to that one, ' +
      'or DESK_SECRET_PREVIOUS where you are changing it; ' +
      'if it is lost, run "npm run -s desk:admin -- reseal --secret-is-lost", after which each key has to be given again.',
  );
