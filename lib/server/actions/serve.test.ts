import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ServedRead, serve, type Takes } from './serve.ts';

type Served = ServedRead<Takes<{ q: string; after?: string }>, null>;
const nothing = async () => null;

test('a read whose schema does not take the input that the registry declares does not compile', () => {
  const q = z.string();
  const fitting: Served = serve(z.object({ q, after: z.string().optional() }), nothing);
  // @ts-expect-error: the schema requires what the input lacks
  const asksMore: Served = serve(z.object({ q, after: q.optional(), sort: q }), nothing);
  // @ts-expect-error: the schema takes another type
  const asksOther: Served = serve(z.object({ q: z.number(), after: q.optional() }), nothing);
  // @ts-expect-error: the schema drops a part of the input
  const drops: Served = serve(z.object({ q }), nothing);
  expect([fitting, asksMore, asksOther, drops].map(({ takes }) => takes)).toEqual(Array(4).fill(undefined));
});
