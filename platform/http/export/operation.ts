import { errorBody } from '#contracts/export/errors.ts';
import { operations } from '#contracts/export/operations.ts';
import { requirePermission } from '#platform/http/api-key.ts';
import { routesOf } from '#platform/http/operation-route.ts';

export const tags = {
  pages: 'Pages',
  files: 'Files',
} as const;

/** A route of the interface. Method and path come from the contract, the rest from the adapter. */
export const operationRoute = routesOf({
  operations,
  tags,
  security: 'apiKey',
  errorBody,
  failures: {
    401: 'The header `x-api-key` is missing, or nobody has that key.',
    403: 'The key lacks the permission `export`.',
    405: 'The path does not know the method.',
    429: 'The key has used up its requests for now.',
    500: 'Something went wrong on the platform; its log has the cause.',
  },
  guard: () => [requirePermission('export')],
});

/** Failures of some of the operations only. */
export const badRequest = {
  400: {
    description: 'A parameter or a field of the body is not valid.',
    content: { 'application/json': { schema: errorBody } },
  },
};
