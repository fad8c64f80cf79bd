import type { HttpBindings } from '@hono/node-server';
import type { PageEnds } from '#platform/services/accounts/page-ends.ts';
import type { KnownKey } from '#platform/services/api-keys/authenticate.ts';
import type { Call } from '#platform/services/call.ts';
import type { ExportRules } from '#platform/services/exports/rules.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';

/** What a request carries through the pipeline. */
export interface PlatformEnv {
  /** Absent where a test calls the app in its own process. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Whether the request came over TLS, ended here or at a proxy that is trusted. */
    isHttps: boolean;
    /** Who asks: of what is forwarded, the word of this machine and of trusted proxies alone counts. */
    clientAddress: string;
    /** Set once the key is known to be good. */
    key: KnownKey;
    call: Call;
    /** Where the pages ended that a reader was answered; set for the list of members. */
    pageEndsOf: (reader: string) => PageEnds;
    /** Set for the operations on webhooks. */
    webhookRules: WebhookRules;
    /** Set for the data export. */
    exportRules: ExportRules;
  };
}
