import { invalidFields } from '#platform/base/errors.ts';
import type { Membership } from '#platform/db/schema/accounts.ts';

interface Contract {
  startOfContract?: string | null | undefined;
  endOfContract?: string | null | undefined;
}

/**
 * Rejects a change after which a contract would end before it starts.
 * @param prefix comes before the names of the fields in the request
 */
export function refuseContractOutOfOrder(
  before: Pick<Membership, 'startOfContract' | 'endOfContract'>,
  change: Contract,
  prefix = '',
): void {
  const start = change.startOfContract ?? before.startOfContract;
  const end = change.endOfContract ?? before.endOfContract;
  if (!start || !end || start <= end) return;
  const field = change.endOfContract ? 'endOfContract' : 'startOfContract';
  throw invalidFields({
    name: `${prefix}${field}`,
    message: `The contract would start on ${start} and end on ${end}.`,
    rejectedValue: change[field],
  });
}
