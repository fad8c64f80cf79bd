import 'server-only';
import { z } from 'zod';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { openWire } from '#lib/server/gym-api/wire.ts';
import type { OptOutFailure } from '#lib/wire/opt-outs.ts';
import { wellFormedText } from '#lib/wire/well-formed.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { requestIdHeader } from '#shared/request-id/request-id.ts';

interface ExportCredentials {
  /** Without a path. */
  url: string;
  apiKey: string;
}

type OptedOutAnswer = { ok: true; accountIds: string[] } | { ok: false; failure: OptOutFailure };

const path = '/api/v1/data/opted-out-users';
/** The whole list is in one answer. */
const presetTimeoutMs = 60_000;
/** Some hundred thousand people. */
const largestListBytes = 32 * 1024 * 1024;

/** An item that is not readable names nobody, and the others count. */
const list = z.object({
  data: z.array(z.object({ externalAccountId: wellFormedText.min(1).max(100) }).catch({ externalAccountId: '' })),
});

/** Asks the platform's data export for everybody of a gym who does not share their data. */
export async function readOptedOut(
  { url, apiKey }: ExportCredentials,
  { stopping, timeoutMs = presetTimeoutMs }: { stopping?: AbortSignal; timeoutMs?: number } = {},
): Promise<OptedOutAnswer> {
  const wire = openWire();
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(new URL(path, url), {
      headers: { accept: 'application/json', 'x-api-key': apiKey, [requestIdHeader]: wire.sentAs },
      redirect: 'error',
      cache: 'no-store',
      signal: stopping ? AbortSignal.any([deadline, stopping]) : deadline,
    });
    const text = await readBounded(response, largestListBytes);
    if (response.status === 401 || response.status === 403) return { ok: false, failure: 'refused' };
    if (!response.ok) return { ok: false, failure: 'unreachable' };
    const read = list.safeParse(parseJson(text));
    if (!read.success) return { ok: false, failure: 'unreadable' };
    const named = read.data.data.flatMap(({ externalAccountId }) => externalAccountId || []);
    // a list of which nothing is readable is another interface’s
    if (named.length === 0 && read.data.data.length > 0) return { ok: false, failure: 'unreadable' };
    return { ok: true, accountIds: [...new Set(named)] };
  } catch {
    return { ok: false, failure: 'unreachable' };
  }
}

function parseJson(text: string | null): unknown {
  try {
    return parseWithin(text ?? '', { depth: 8, values: 2_000_000 });
  } catch {
    return undefined;
  }
}
