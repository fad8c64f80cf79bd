import { expect, test } from 'vitest';
import { findUncovered } from './judge-traffic.ts';

const exchange = (operationId: string, isGood: boolean) => ({ operationId, isGood, status: 200, violations: [] });

test('an operation without an accepted or without a rejected request in the traffic is reported', () => {
  const exchanges = [exchange('both', true), exchange('both', false), exchange('granted', true)];
  expect(findUncovered(['both', 'granted', 'none'], exchanges)).toEqual([
    'granted: no request of the traffic is refused',
    'none: no request of the traffic is granted',
    'none: no request of the traffic is refused',
  ]);
});
