import 'server-only';
import { z } from 'zod';
import { auditRefusal } from '#lib/server/auth/audit-refusal.ts';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { type AskedRead, findRead } from '#lib/wire/reads/find-read.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { mostTogether, type TogetherAnswer, together } from '#lib/wire/reads/together.ts';
import { answerRequest } from './answer-get.ts';

const part = z
  .string()
  .max(4_000)
  .regex(/^(\/[\w-]+)+(\?|$)/);

export const togetherInput = z.object({
  read: z.union([part.transform((only) => [only]), z.array(part).min(1).max(mostTogether)]),
});

type AnswerPart = (context: StaffContext, asked: AskedRead) => Promise<unknown>;

/**
 * Answers several reads of a page, each as if it were asked for by itself: with its own permission, input and errors. One after the
 * other, since the request has the place of one.
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
  const asked = findRead(new URL(`http://desk/api/desk${address}`));
  const { permission, isGathered } = asked ? reads[asked.name] : together;
  let body: unknown;
  const answered = await answerRequest(async () => {
    try {
      if (!asked || !isGathered) throw new ActionFailure('invalidInput', 'This read is not answered with others.');
      body = await answer(authorise(context, permission), asked);
      return new Response();
    } catch (error) {
      await auditRefusal(context, { permission, error });
      throw error;
    }
  });
  if (answered.ok) return { status: answered.status, body };
  const failure: unknown = await answered.json();
  return { status: answered.status, body: failure };
}
