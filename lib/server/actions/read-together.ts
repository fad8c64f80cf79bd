import 'server-only';
import { z } from 'zod';
import { auditRefusal } from '#lib/server/auth/audit-refusal.ts';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { hasNotes, logContext } from '#lib/server/log/log-context.ts';
import { newPartContext, runInContext } from '#lib/server/log/request-context.ts';
import { type AskedRead, findRead, findReadPath } from '#lib/wire/reads/find-read.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { mostTogether, type TogetherAnswer, together } from '#lib/wire/reads/together.ts';
import { requestLineOf, requestMessage } from '#shared/log/request-line.ts';
import { answerRequest } from './answer-get.ts';

const part = z
  .string()
  .max(4_000)
  .regex(/^(\/[\w-]+)+(\?|$)/);
const isEachOnce = (parts: readonly string[]) => new Set(parts).size === parts.length;

export const togetherInput = z.object({
  read: z.union([
    part.transform((only) => [only]),
    z.array(part).min(1).max(mostTogether).refine(isEachOnce).readonly(),
  ]),
});

type AnswerPart = (context: StaffContext, asked: AskedRead) => Promise<unknown>;

/**
 * Answers several reads of a page, each as if it were asked for by itself: with its own permission, input and errors, and
 * counted and logged as such. One after the other, since the request has the place of one; the timeout of a statement bounds each.
 */
export async function readTogether(
  context: StaffContext,
  { read: parts }: z.output<typeof togetherInput>,
  answer: AnswerPart,
): Promise<TogetherAnswer> {
  const answers: TogetherAnswer['answers'] = [];
  for (const one of parts) answers.push(await answerPart(context, one, answer));
  return { answers };
}

type PartAnswer = TogetherAnswer['answers'][number];

async function answerPart(context: StaffContext, address: string, answer: AnswerPart): Promise<PartAnswer> {
  const { log, metrics } = context.desk;
  const url = new URL(`http://desk/api/desk${address}`);
  const asked = findRead(url);
  const { permission, isGathered } = asked ? reads[asked.name] : together;
  const notes = newPartContext();
  const startedAt = performance.now();
  let body: unknown;
  const work = async () => {
    try {
      // a page asks for it by itself, perhaps at a process of another version
      if (!asked || !isGathered) throw new ActionFailure('notFound', 'This read is not answered with others.');
      body = await answer(authorise(context, permission), asked);
      return new Response();
    } catch (error) {
      await auditRefusal(context, { permission, error });
      throw error;
    }
  };
  const answered = await runInContext(notes, () => answerRequest(work));
  const { status } = answered;
  const named = { route: findReadPath(url.pathname) ?? 'unknown', status };
  metrics.listReads.inc(named);
  if (hasNotes(notes)) logContext(log, notes, requestLineOf({ method: 'GET', ...named, startedAt }), requestMessage);
  if (answered.ok) return { status, body };
  const failure: unknown = await answered.json();
  return { status, body: failure };
}
