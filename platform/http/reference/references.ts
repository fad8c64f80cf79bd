import { exportReference } from './export-reference.ts';
import { gymReference } from './gym-reference.ts';
import { membershipReference } from './membership-reference.ts';
import type { InterfaceName, Reference } from './reference.ts';

export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}

/** The interfaces. Each document is generated when it is first asked for. */
export const references: Readonly<Record<InterfaceName, () => Reference>> = {
  v2: once(membershipReference),
  v1: once(gymReference),
  export: once(exportReference),
};
