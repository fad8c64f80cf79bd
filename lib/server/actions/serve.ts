import 'server-only';
import type { z } from 'zod';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';

/** The server's half of a read: parses the query and runs the verb. */
export interface ServedRead<Taken extends unknown[], Answer> {
  read(context: StaffContext, asked: unknown): Promise<Answer>;
  /** Only for its type; never set: the schema takes the input that the registry declares, and knows all its names. */
  takes?: (...taken: Taken) => void;
}

export type Takes<Input> = [input: Input, name: keyof Input];

/** @throws ZodError where the query does not match the schema */
export const serve = <Schema extends z.ZodType<unknown, object>, Answer>(
  schema: Schema,
  read: (context: StaffContext, input: z.output<Schema>) => Promise<Answer>,
): ServedRead<Takes<z.input<Schema>>, Answer> => ({
  read: async (context, asked) => read(context, schema.parse(asked)),
});
