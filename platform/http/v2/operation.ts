import { errorBody } from '#contracts/v2/errors.ts';
import { operations } from '#contracts/v2/operations.ts';
import { requirePermission } from '#platform/http/api-key.ts';
import { routesOf } from '#platform/http/operation-route.ts';

export const tags = {
  accounts: 'Accounts',
  roles: 'Roles',
  rfids: 'RFIDs',
  nfc: 'NFC tokens',
  products: 'Products',
  visits: 'Visits',
  tasks: 'Trainer tasks',
  webhooks: 'Webhooks',
  notifications: 'Push notifications',
  migration: 'Migration',
} as const;

/** A route of the interface. Method, path and permission come from the contract, the rest from the adapter. */
export const operationRoute = routesOf({
  operations,
  tags,
  security: 'apiKey',
  errorBody,
  failures: {
    400: 'The request or one of its fields is not valid.',
    401: 'The header `x-api-key` is missing.',
    403: 'The key may not do this, or the member may not enter.',
    404: 'What the request names does not exist; `metadata.entity` says what.',
    405: 'The path does not know the method.',
    409: 'The request contradicts what is there.',
    429: 'The key has used up its requests for now.',
    500: 'Something went wrong on the platform; the log has the cause under `requestId`.',
  },
  guard: ({ permission }) => [requirePermission(permission)],
});
