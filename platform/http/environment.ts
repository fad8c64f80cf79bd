import type { HttpBindings } from '@hono/node-server';
import type { PageEnds } from '#platform/services/accounts/page-ends.ts';
import type { KnownKey } from '#platform/services/api-keys/authenticate.ts';
import type { Call } from '#platform/services/call.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';
import type { LoggedRequest } from '#platform/services/sandbox-log/request-log.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';

/** The variables of a request in the pipeline. */
export interface PlatformEnv {
  /** Absent if a test calls the app without a server. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Whether the request came over TLS, which ended here or at a trusted proxy. */
    isHttps: boolean;
    /** The client's address. Forwarding headers count only from this machine and from trusted proxies. */
    clientAddress: string;
    /** What a rule of the sandbox did to the request. */
    fault?: LoggedRequest['fault'];
    /** Set after the key was authenticated; version 1 has none. */
    key: KnownKey;
    call: Call;
    /** The cache of page ends per client; set for the list of members. */
    pageEndsOf: (reader: string) => PageEnds;
    /** Set for the operations on webhooks. */
    webhookRules: WebhookRules;
    /** Set for the data export. */
    exportRules: ExportRules;
    /** Set in a sandbox, for its log: the body of the response. */
    answerText?: string;
  };
}
