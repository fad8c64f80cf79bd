import { type OperationId, operations } from '#contracts/v2/operations.ts';

/**
 * The path of an operation with its percent-encoded parameters. Null where one has no form in a path: an empty value, text that is
 * not well-formed, and `.` and `..`, which would lead elsewhere even percent-encoded.
 */
export function requestPath(
  operation: OperationId,
  parameters: Record<string, string> = {},
  query: Record<string, string> = {},
): string | null {
  if (!Object.values(parameters).every(isPathSegment)) return null;
  const path = operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`${operation} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

const isPathSegment = (value: string) => !['', '.', '..'].includes(value) && value.isWellFormed();
