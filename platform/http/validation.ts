import type { Hook } from '@hono/zod-openapi';
import type { z } from 'zod';
import { type FieldError, invalidFields, PlatformError } from '#platform/base/errors.ts';
import type { PlatformEnv } from './environment.ts';

/** Converts errors of zod into one `fieldErrors` entry per field. */
export const refuseInvalid: Hook<unknown, PlatformEnv, string, undefined> = (result) => {
  if (result.success) return;
  const { issues } = result.error;
  if (issues.some((issue) => issue.path.length === 0)) {
    throw new PlatformError('invalidRequest', 'The body is not a JSON object.');
  }
  throw invalidFields(...toFieldErrors(issues, 'data' in result ? result.data : undefined));
};

export function toFieldErrors(issues: readonly z.core.$ZodIssue[], data: unknown): FieldError[] {
  const fields = new Map<string, FieldError>();
  for (const { path, message } of issues) {
    const name = path.join('.');
    const value = path.reduce<unknown>(
      (inner, step) => (inner === null || inner === undefined ? undefined : Reflect.get(Object(inner), step)),
      data,
    );
    if (fields.has(name)) continue;
    fields.set(name, {
      name,
      message: value === undefined ? 'Must be present.' : message,
      rejectedValue: isScalar(value) ? value : null,
    });
  }
  return [...fields.values()];
}

/** Nested values are not echoed: a few bytes may nest deeper than can be serialized again. */
export const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
