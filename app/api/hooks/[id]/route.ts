import { answerDelivery } from '#lib/server/webhooks/answer-delivery.ts';

export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id: hookId } = await params;
  return answerDelivery(request, { hookId });
}
