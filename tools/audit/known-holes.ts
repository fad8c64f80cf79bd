import { z } from 'zod';

/** Packages by name, each with the versions in the lock file. */
export type LockedVersions = Record<string, string[]>;

/** A vulnerability of a version in the lock file, with the id of its source. */
interface KnownHole {
  name: string;
  version: string;
  id: string;
  /** Where it is described. */
  url: string;
}

/** A database of vulnerabilities. Throws if it cannot be reached or responds unexpectedly. */
interface HoleSource {
  name: string;
  find(locked: LockedVersions, ask: typeof fetch): Promise<KnownHole[]>;
}

const longestWaitMs = 20_000;

const post = (ask: typeof fetch, url: string, body: unknown): Promise<Response> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(longestWaitMs),
  });

async function answerOf<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return schema.parse(await response.json());
}

const advisories = z.record(z.string(), z.array(z.object({ url: z.string(), title: z.string() })));

/** One request per version, because the registry does not say which of several versions an advisory affects. */
const registry: HoleSource = {
  name: 'registry.npmjs.org',
  find: async (locked, ask) => {
    const found: KnownHole[] = [];
    const most = Math.max(0, ...Object.values(locked).map(({ length }) => length));
    for (let nth = 0; nth < most; nth += 1) {
      const asked = Object.entries(locked).flatMap(([name, { [nth]: version }]) =>
        version ? [{ name, version }] : [],
      );
      const body = Object.fromEntries(asked.map(({ name, version }) => [name, [version]]));
      const url = 'https://registry.npmjs.org/-/npm/v1/security/advisories/bulk';
      const answer = await answerOf(advisories, await post(ask, url, body));
      for (const { name, version } of asked) {
        found.push(...(answer[name] ?? []).map(({ url: place, title }) => ({ name, version, id: title, url: place })));
      }
    }
    return found;
  },
};

const vulnerabilities = z.object({
  results: z.array(z.object({ vulns: z.array(z.object({ id: z.string() })).optional() })),
});

const osv: HoleSource = {
  name: 'api.osv.dev',
  find: async (locked, ask) => {
    const asked = Object.entries(locked).flatMap(([name, versions]) => versions.map((version) => ({ name, version })));
    const queries = asked.map(({ name, version }) => ({ package: { ecosystem: 'npm', name }, version }));
    const { results } = await answerOf(
      vulnerabilities,
      await post(ask, 'https://api.osv.dev/v1/querybatch', { queries }),
    );
    if (results.length !== asked.length) throw new Error('it answered another question');
    return asked.flatMap((one, place) =>
      (results[place]?.vulns ?? []).map(({ id }) => ({ ...one, id, url: `https://osv.dev/vulnerability/${id}` })),
    );
  },
};

/**
 * Queries the first source that responds for advisories on these versions.
 * @returns the source and its advisories; or why none responded, one sentence each
 */
export async function findKnownHoles(
  locked: LockedVersions,
  { ask = fetch, sources = [registry, osv] }: { ask?: typeof fetch; sources?: readonly HoleSource[] } = {},
): Promise<{ source: string; holes: KnownHole[] } | { unreached: string[] }> {
  const unreached: string[] = [];
  for (const { name, find } of sources) {
    try {
      return { source: name, holes: await find(locked, ask) };
    } catch (error) {
      unreached.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : 'no answer'}`);
    }
  }
  return { unreached };
}
