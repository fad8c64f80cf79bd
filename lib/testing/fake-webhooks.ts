import type { Webhook, WebhookRequest } from '#contracts/v2/webhooks.ts';
import type { FakeRequest, Reply } from './fake-platform.ts';

/** The webhooks of the fake platform, in the format of the interface. */
export class FakeWebhooks {
  readonly all: Webhook[] = [];
  #lastId = 0;

  answer({ method, path, body }: FakeRequest): Reply {
    const id = Number(path.replace(/^\/api\/v2\/webhooks\/?/, ''));
    const request = body as WebhookRequest; // safe because: the desk sends nothing else
    if (method === 'GET') return { status: 200, body: this.all };
    const isTaken = this.all.some((other) => other.url === request?.url && other.id !== id);
    if (isTaken) return { status: 409, body: { errorCode: 'webhookUrlAlreadyRegistered', requestId: 'r' } };
    if (method === 'POST') return { status: 200, body: this.add(request) };
    const known = this.all.find((webhook) => webhook.id === id);
    if (!known)
      return { status: 404, body: { errorCode: 'notFound', requestId: 'r', metadata: { entity: 'WEBHOOK' } } };
    if (method === 'PUT') return { status: 200, body: Object.assign(known, request) };
    this.all.splice(this.all.indexOf(known), 1);
    return { status: 204 };
  }

  add({ url, secret }: WebhookRequest): Webhook {
    this.#lastId += 1;
    const added = { id: this.#lastId, url, secret };
    this.all.push(added);
    return added;
  }
}
