import { answerRead } from '#lib/actions/answer-read.ts';
import { readProducts } from '#lib/desk/products/read-products.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';

export const GET = (request: Request, { params }: { params: Promise<{ accountId: string }> }): Promise<Response> =>
  answerRead(request, { permission: 'readMembers' }, async ({ desk, actor }) =>
    readProducts(desk, actor.location, accountIdInput.parse((await params).accountId)),
  );
