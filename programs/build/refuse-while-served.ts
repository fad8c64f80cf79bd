import { root } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { findUsersOfPackages } from '#programs/bootstrap/find-users-of-packages.mjs';

/**
 * Next deletes the former build before it makes a new one: a desk that serves it would have pages without scripts, and
 * pages that it cannot load.
 * @throws UserError while a desk runs from this folder
 */
export function refuseWhileServed(users = findUsersOfPackages(root)): void {
  const desks = users.filter(({ what }) => what === 'desk.ts').map(({ pid }) => `process ${pid}`);
  if (desks.length === 0) return;
  throw new UserError(
    `The desk was not built, because a desk (${desks.join(', ')}) runs from the build in ${root}: end it, then run the command again.`,
  );
}
