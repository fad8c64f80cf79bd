import type { z } from 'zod';
import { invalidFields, PlatformError } from '#platform/base/errors.ts';
import { toFieldErrors } from '#platform/http/validation.ts';

/**
 * Parses a request of the sandbox's own endpoints.
 * @throws 400 that names every wrong field, and every field that does not exist
 */
export function parseStrict<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap((issue): z.core.$ZodIssue[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key], message: 'There is no such field.' }))
      : [issue],
  );
  if (issues.some(({ path }) => path.length === 0)) {
    throw new PlatformError('invalidRequest', 'The body is not a JSON object.');
  }
  throw invalidFields(...toFieldErrors(issues, sent));
}
